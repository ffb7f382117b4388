"""Questions of all documents of a family: which member has most, which have something, what each of them says. Pure.

"Which of the plans cover acupuncture?" is answered by the same row of every plan.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from bizrag.answering.citations import without_markers
from bizrag.answering.extractive.documents.each_document import naming_terms
from bizrag.answering.extractive.documents.each_measure import find_each_measure
from bizrag.answering.extractive.documents.each_period import tell_apart
from bizrag.answering.extractive.scoring import Scored, names_by_document
from bizrag.answering.extractive.tables.conditions.negations import says_no
from bizrag.answering.extractive.tables.named.member_rows import (
    MIN_MEMBERS,
    amounts_of,
    cells_of,
    is_alike,
    labels_of,
    members_like,
)
from bizrag.answering.extractive.tables.reading.row_values import row_label
from bizrag.answering.extractive.tables.reckoned.extremes import asks_most, extreme_word
from bizrag.answering.statements.asked import measured_column
from bizrag.answering.statements.reading import Statement, readable
from bizrag.model.members import AskedMembers, asked_members
from bizrag.model.periods import asks_several, years_of
from bizrag.model.terms import terms

Told = tuple[list[Statement], list[str]]
# of the best statements so many are looked at, and members told
_NUM_LEADERS, _MOST_TOLD = 8, 8
# of agreements each says in its own words what it says; so many that say what is asked for are told side by side
_MIN_DOCUMENTS = 2
_NUM_TOLD_BY_EACH = 3
# the words of rows that are alike are few; that several documents have them is surer than the score of one
_LEAST_SCORE = 0.34
# a row that leads has this share of the best score
_LEAST_SHARE = 0.6
# what says no of something else: "unless notice is given", "not less than 30 days"
_OTHER_NO = re.compile(r"\bunless\b[^,;.]*|\bnot? (?:less|more|later|fewer|weniger|mehr) than\b", re.IGNORECASE)
# of "automatically", beside those that terms are without: "colourless" is not said by "colour"
_OF_ADJECTIVES = ("al", "ical")
# who asks for the longest means a time, whatever it is called
_IN_TIME = re.compile(r"\b(?:longest|shortest)\b", re.IGNORECASE)
_TIMES = frozenset(terms("minute minutes hour hours day days week weeks month months year years working"))


def find_each_member(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> Told | None:
    """What the members of a family tell that a question asks of all of them; None where it names one, where fewer than
    three documents tell it alike, or where their values do not compare.
    """
    members, all_read = asked_members(question), statements
    if members is None or not scored or scored[0].score < _LEAST_SCORE or asks_several(question):
        return None
    if find_each_measure(question, statements) is not None:
        return None
    statements = _of_family(question, members, statements)
    documents = {one.hit.document_id for one in statements}
    if members.are_documents and not members.is_each and asks_most(question) is None:
        told = _saying(question, members, scored, all_read)
        if told is not None:
            return told
    if len(documents) < MIN_MEMBERS or _names_one(question, statements):
        return None
    near = [
        one.statement
        for one in scored[: 3 * _NUM_LEADERS]
        if one.score >= _LEAST_SHARE * scored[0].score and one.statement.hit.document_id in documents
    ]
    is_most = asks_most(question)
    if is_most is not None:
        return _extreme(question, members, near, statements, is_most=is_most)
    return _all(question, near, statements) if members.is_each else _having(question, members, near, statements)


def _of_family(question: str, members: AskedMembers, statements: Sequence[Statement]) -> list[Statement]:
    """The statements of the documents that the names before the kind are said in, and the years that are asked for."""
    documents: defaultdict[str, list[Statement]] = defaultdict(list)
    for one in statements:
        documents[one.hit.document_id].append(one)
    for words in (members.names, tuple(years_of(question))):
        asked = set(terms(" ".join(words)))
        said = {
            document: own
            for document, own in documents.items()
            if asked & set(terms(" ".join((own[0].hit.title, own[0].hit.doc, *{one.hit.text for one in own}))))
        }
        documents = defaultdict(list, said) if asked and len(said) >= 2 else documents
    return [one for one in statements if one.hit.document_id in documents]


def _of_kind(kind: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements of the documents that call themselves so in their name or title; all where fewer than two do."""
    own = set(terms(kind))
    named = [one for one in statements if own <= set(terms(" ".join((one.hit.doc, one.hit.title, *one.hit.headings))))]
    return named if len({one.hit.document_id for one in named}) >= _MIN_DOCUMENTS else list(statements)


def _names_one(question: str, statements: Sequence[Statement]) -> bool:
    """Whether a question names one of the documents alone."""
    return bool(naming_terms(question, names_by_document(question, statements)))


def _extreme(
    question: str, members: AskedMembers, near: Sequence[Statement], statements: Sequence[Statement], *, is_most: bool
) -> Told | None:
    """The members in the order of their amounts, where one is the largest, or smallest."""
    measured = measured_column(question)
    asked = members.asked - set(terms(extreme_word(question)))
    for leader in near[:_NUM_LEADERS]:
        label = row_label(leader) if leader.is_row else leader.text
        is_measured = measured is not None and measured.search(label) is not None
        found = members_like(leader, statements)
        amounts = amounts_of(found)
        is_time = (
            leader is near[0] and _IN_TIME.search(question) and any(one.unit in _TIMES for one in amounts.values())
        )
        if not (asked & set(terms(label)) or is_measured or is_time):
            continue
        if len(found) < MIN_MEMBERS or len(amounts) < MIN_MEMBERS:
            continue
        order = sorted(amounts, key=lambda at: amounts[at].number, reverse=is_most)
        told = [found[at] for at in order][:_MOST_TOLD]
        said = _tell(question, told, found)
        return told, [f"{'Highest' if is_most else 'Lowest'} of {len(amounts)}: {said[0]}", *said[1:]]
    return None


def _all(question: str, near: Sequence[Statement], statements: Sequence[Statement]) -> Told | None:
    """What each member tells: the statement that is nearest, or one of the next two."""
    for leader in near[:_NUM_TOLD_BY_EACH]:
        found = members_like(leader, statements)
        if len(found) >= MIN_MEMBERS:
            return found[:_MOST_TOLD], _tell(question, found[:_MOST_TOLD], found)
    return None


def _having(
    question: str, members: AskedMembers, near: Sequence[Statement], statements: Sequence[Statement]
) -> Told | None:
    """The members that say of themselves what is asked for, where others say something else in the same place."""
    if not members.asked or says_no(question):
        return None
    leaders = [one for one in near if _says(members, one)]
    for leader in leaders:
        family = members_like(leader, statements)
        having = _holding(members, leader, statements)
        if len(family) >= MIN_MEMBERS and having and len(having) < len({one.hit.document_id for one in statements}):
            told = having[:_MOST_TOLD]
            return told, _tell(question, told, [*having, *family])
    return None


def _saying(
    question: str, members: AskedMembers, scored: Sequence[Scored], statements: Sequence[Statement]
) -> Told | None:
    """The documents of a kind that say what is asked for, each in its own words; None where fewer than two do."""
    own = _of_kind(members.kind, statements)
    documents = {one.hit.document_id for one in own}
    leader = next((one.statement for one in scored if one.statement.hit.document_id in documents), None)
    if leader is None or not members.asked or says_no(question) or _names_one(question, own):
        return None
    having = _holding(members, leader, [one for one in own if not one.is_row])[:_MOST_TOLD]
    return (having, _tell(question, having, having)) if len(having) >= _MIN_DOCUMENTS else None


def _holding(members: AskedMembers, leader: Statement, statements: Sequence[Statement]) -> list[Statement]:
    """Of each document the statement with all that is asked for and no word that says no: before others one like the
    leader.
    """
    found: dict[str, Statement] = {}
    for is_like in (True, False):
        for one in statements:
            if one.hit.document_id in found or (is_alike(leader, one) or one is leader) is not is_like:
                continue
            if _says(members, one) and not _denies(one):
                found[one.hit.document_id] = one
    return list(found.values())


def _says(members: AskedMembers, one: Statement) -> bool:
    """Whether a statement has all that is asked for; "automatically" is said by "automatic"."""
    said = set(terms(one.said))
    return all(
        not said.isdisjoint((term, *(term.removesuffix(end) for end in _OF_ADJECTIVES))) for term in members.asked
    )


def _denies(one: Statement) -> bool:
    return says_no(cells_of(one) if one.is_row else _OTHER_NO.sub(" ", one.text)) or (
        one.is_row and cells_of(one).strip(" .").casefold() in ("none", "n/a", "-", "–", "—", "")
    )


def _tell(question: str, told: Sequence[Statement], family: Sequence[Statement]) -> list[str]:
    labels = labels_of(list({one.hit.document_id: one for one in family}.values()))
    return tell_apart(
        told, lambda one: without_markers(readable(one, question)), lambda one: labels[one.hit.document_id]
    )
