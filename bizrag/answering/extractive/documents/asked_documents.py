"""Which documents a question is about: those that it names, of the year and quarter that it names. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.documents.superseded import without_superseded
from bizrag.answering.extractive.scoring import Scored, capital_terms, names_by_document
from bizrag.answering.statements.reading import Statement
from bizrag.model.periods import (
    asks_latest,
    asks_several,
    latest_of,
    months_of,
    period_of,
    quarters_of,
    series_of,
    years_of,
)
from bizrag.model.terms import terms
from bizrag.retrieval.dated import BY_DATE

#: statements of the documents that a question names go before better ones of others, if they score this share
NAMED_SHARE = 0.7
#: the same of documents that the search found by words of their names or beginnings, none of them with a capital
FOUND_SHARE = 0.9
#: the same of the one document that says of itself that it is of the day which the question names
DATED_SHARE = 0.6
# the month, and the day, that the name of a file is of
_MONTH_PART = re.compile(r"(?:0[1-9]|1[0-2])(?: \d\d?)?")
# the route of the search that looks in the documents that a question names
_BY_NAME = "keyword"


def of_asked_documents(question: str, scored: Sequence[Scored]) -> Sequence[Scored]:
    """The statements of the documents that the question names, where one of them is nearly as good as the best.

    Those of the day that it names, or that the search looked for by name; else those whose name or opening holds words
    with a capital. Of several the latest, where the question asks for it and their names say when they are of; none of
    those that hold no more.
    """
    scored = _of_asked_months(question, without_superseded(question, scored))
    by_name = {entry.statement.hit.document_id for entry in scored if _BY_NAME in entry.statement.hit.route_ranks}
    by_date = [entry for entry in scored if BY_DATE in entry.statement.hit.route_ranks]
    ways = (
        [entry for entry in scored if entry.statement.hit.document_id in by_name],
        [entry for entry in scored if entry.is_named],
    )
    if by_date and by_date[0].score >= DATED_SHARE * scored[0].score:
        return by_date
    return next((found for named in ways if (found := _narrowed(question, scored, named))), scored)


def of_named_document(
    question: str, part: str, chosen: Sequence[Statement], statements: Sequence[Statement]
) -> Sequence[Statement]:
    """The statements for a part of a question: those of the document that answers the question, where it names that and
    by that no other one, and the part leaves the name out; else all of them.
    """
    answering = {one.hit.document_id for one in chosen}
    names = names_by_document(question, statements)
    others = set[str]().union(*(own for document_id, own in names.items() if document_id not in answering))
    named = capital_terms(question) & set[str]().union(*(names[one] for one in answering)) - others
    if len(answering) != 1 or not named or named & {*capital_terms(part), *terms(part)}:
        return statements
    return [one for one in statements if one.hit.document_id in answering]


def of_asked_periods(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """Statements without those of documents of a series whose period is not asked for, where another's is."""
    by_series: dict[tuple[str, ...], set[str]] = {}
    for statement in statements:
        if series := series_of(statement.hit.doc):
            by_series.setdefault(series, set()).add(statement.hit.doc)
    left_out = {doc for docs in by_series.values() for doc in docs - _docs_of_asked(question, docs)}
    return [statement for statement in statements if statement.hit.doc not in left_out]


def _docs_of_asked(question: str, docs: set[str]) -> set[str]:
    if asks_several(question):
        return docs
    if asks_latest(question):
        return latest_of(docs)
    for periods in (years_of, quarters_of):
        asked = periods(question)
        docs = {doc for doc in docs if periods(doc.rsplit("/", 1)[-1]) & asked} or docs
    return {doc for doc in docs if _month_of(doc) in months_of(question)} or docs


def _of_asked_months(question: str, scored: Sequence[Scored]) -> Sequence[Scored]:
    """Statements without those of documents of a series that are of another month than the one asked for."""
    asked = months_of(question)
    if not asked or asks_several(question):
        return scored
    held: dict[tuple[str, ...], set[int]] = {}
    for doc in {entry.statement.hit.doc for entry in scored}:
        held.setdefault(series_of(doc), set()).add(_month_of(doc))
    others = {series: months - asked - {0} for series, months in held.items() if series and months & asked}
    return [
        entry
        for entry in scored
        if _month_of(entry.statement.hit.doc) not in others.get(series_of(entry.statement.hit.doc), set())
    ]


def _month_of(doc: str) -> int:
    """The month that the name of a file is of, from 1; 0 where it says none."""
    part = period_of(doc)[1]
    return int(part[:2]) if _MONTH_PART.fullmatch(part) else 0


def _narrowed(question: str, scored: Sequence[Scored], named: Sequence[Scored]) -> Sequence[Scored]:
    """The statements of documents that seem to be named, of the periods asked for; none where others are meant."""
    family = {entry.statement.hit.document_id for entry in named}
    named = _of_asked_periods(question, named)
    if asks_latest(question) and not asks_several(question):
        latest = latest_of({entry.statement.hit.doc for entry in named})
        named = [entry for entry in named if entry.statement.hit.doc in latest]
    is_said = any(entry.is_named for entry in named) or _say_alone(question, scored, family)
    if not named or named[0].score < (NAMED_SHARE if is_said else FOUND_SHARE) * scored[0].score:
        return []
    # of documents that are all named the one of the period is meant, whatever others say
    if scored[0].statement.hit.document_id not in family and _says_names(question, scored[0], named[0]):
        return []
    return named


def _say_alone(question: str, scored: Sequence[Scored], family: set[str]) -> bool:
    """Whether passages of these documents, and of no others, say a word with a capital that the question has."""
    texts = {entry.statement.hit.chunk_no: entry.statement.hit for entry in scored}.values()
    own, others = (
        {term for hit in texts if (hit.document_id in family) is is_own for term in terms(hit.text)}
        for is_own in (True, False)
    )
    return bool(capital_terms(question) & own - others)


def _says_names(question: str, best: Scored, named: Scored) -> bool:
    """Whether the best statement of all says itself what seemed to name the other's document: "shared accounts in Lyon"
    is what is asked, though an audit of Lyon has its name.
    """
    names = names_by_document(question, [named.statement])[named.statement.hit.document_id]
    asked = names & set(terms(question))
    return bool(asked) and asked <= set(terms(best.statement.said))


def _of_asked_periods(question: str, named: Sequence[Scored]) -> Sequence[Scored]:
    """Of documents whose names say a year, or a quarter, those of one that the question names, if there are such."""
    for periods in (years_of, quarters_of):
        asked = periods(question)
        own = {entry.statement.hit.doc: periods(entry.statement.hit.doc.rsplit("/", 1)[-1]) for entry in named}
        if any(asked & said for said in own.values()):
            named = [entry for entry in named if not (said := own[entry.statement.hit.doc]) or asked & said]
    return named
