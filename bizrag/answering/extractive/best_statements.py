"""Which of the scored statements are told: the best one, and what is nearly as good and says something else. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored, asks_number
from bizrag.answering.extractive.tables.named.meant_rows import says_more_of_same
from bizrag.answering.extractive.tables.named.near_tables import is_read_in_picture
from bizrag.answering.quoting import is_quotable
from bizrag.answering.statements.reading import Statement, overlap
from bizrag.model.terms import is_year, terms

MAX_STATEMENTS = 3
#: Further statements score at least this share of the best one. On samples/ 0.85 says 1.8 statements an answer, 0.9
#: says 1.6 with the same words of the reference in them, 0.96 loses some.
FURTHER_SHARE = 0.9
#: Of 48 answers that are not sure, 32 hold the statement asked for, with 43 words; at 0.9 30.
UNSURE_SHARE = 0.85
#: two statements with more of their words in common say the same
SAME_SHARE = 0.6
#: Rows of tables share their labels and say different things. Where the question's words tell them no better from the
#: best one, they are told side by side: of 285 questions of the development set that one statement answers, .793 of the
#: answers hold it in place of .772, with 2 % more words.
SAME_ROW_SHARE = 0.95
_SHORT = 12
# "down 8% from Q3 2022" is of another period
_COMPARED_WITH = re.compile(
    r"\b(?:from|than|vs\.?|versus|over|against|since|compared (?:to|with))\s[^.;]{0,25}?(?:19|20)\d\d\b", re.IGNORECASE
)
# "How fast may cars drive on the yard, and forklifts?"
_ASKED_LAST = re.compile(
    r", and (?:(?:for|of|in|on|at|by|with) )?(?:the |its |their |a )?"
    r"(?P<named>(?!(?:how|what|when|who|why|where|which|is|are|do|does)\b)[^\W\d]\w+(?: \w+)?)\?$",
    re.IGNORECASE,
)


def choose_best(scored: Sequence[Scored], question: str, *, is_sure: bool) -> list[Statement]:
    """The best statement and up to two more that are nearly as good, say something else and can be quoted.

    Where none is sure they may be less good, but stand in the document of the best. A row is not told beside one that
    has the terms asked for of it and more, and nothing of other years beside what is of the year asked for. Of a
    second thing that the question names last the same may be said.
    """
    asked = set(terms(question))
    second = _ASKED_LAST.search(question)
    named_last = set(terms(second["named"])) if second else set[str]()
    is_number_asked = asks_number(question)
    chosen: list[Statement] = [scored[0].statement]
    least = (FURTHER_SHARE if is_sure else UNSURE_SHARE) * scored[0].score
    for candidate in scored[1:]:
        if len(chosen) == MAX_STATEMENTS or candidate.score < least:
            break
        statement = candidate.statement
        if is_read_in_picture(statement):
            continue
        if not is_sure and statement.hit.document_id != chosen[0].hit.document_id:
            continue
        if is_number_asked and _is_of_other_years(statement, chosen[0], asked):
            continue
        if statement.is_row and any(_is_asked_less(statement, other, asked) for other in chosen):
            continue
        if any(says_more_of_same(entry, candidate) and entry.score >= least for entry in scored):
            continue
        # of another section what is short must say itself what is asked for: "Run the unit until the oil is warm."
        is_elsewhere = statement.hit.chunk_no != chosen[0].hit.chunk_no and len(statement.said.split()) < _SHORT
        if is_elsewhere and asked & set(terms(statement.section)) - set(terms(statement.said)):
            continue
        is_meant_too = (statement.is_row and candidate.signs.words >= scored[0].signs.words) or (
            bool(named_last)
            and named_last <= set(terms(statement.said))
            and not named_last <= set(terms(chosen[0].said))
        )
        same_share = SAME_ROW_SHARE if is_meant_too else SAME_SHARE
        if all(overlap(statement, other) < same_share for other in chosen) and is_quotable(statement, chosen):
            chosen.append(statement)
    return chosen


def _is_of_other_years(one: Statement, best: Statement, asked: set[str]) -> bool:
    """Whether a statement names years and none that is asked for, where the best one names that."""
    said = _COMPARED_WITH.sub(" ", one.said)
    years, own = set(filter(is_year, asked)), set(filter(is_year, terms(said)))
    return bool(own) and own.isdisjoint(years) and not years.isdisjoint(terms(best.said))


def _is_asked_less(one: Statement, other: Statement, asked: set[str]) -> bool:
    """Whether a row has some of the terms that are asked for in another row, and no others of them."""
    return other.is_row and asked & set(terms(one.said)) < asked & set(terms(other.said))


def within_quote(rows: Sequence[Statement]) -> list[Statement]:
    """Rows of a table down to the last that one quote still holds: those of a long one lie apart."""
    kept: list[Statement] = []
    for statement in rows:
        if is_quotable(statement, kept):
            kept.append(statement)
    return kept
