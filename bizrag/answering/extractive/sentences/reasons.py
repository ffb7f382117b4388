"""Of statements that are nearly as near to a question for a reason, one that gives a reason is told first. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored, asks_reason, gives_reason
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

#: of the best score: what gives a reason in the document of the best statement
REASON_SHARE = 0.7
# what any reason may be of: "The increase was due to ..."
_ANY_REASON = frozenset(
    terms(
        "reason cause caused explain driven drive led impacted increase decrease growth decline rise fall change drop"
    )
)


def with_reason_first(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """Statements, best first, where a question is for a reason and the best one gives none: the best one that does, in
    its document and nearly as near, and then the whole sentences. Rows and items tell no reason.
    """
    if not scored or not asks_reason(question) or _gives_reason(scored[0]):
        return list(scored)
    best = scored[0]
    least, document = REASON_SHARE * best.score, best.statement.hit.document_id
    near = (one for one in scored if one.score >= least and one.statement.hit.document_id == document)
    asked = set(terms(without_function_words(question))) - _ANY_REASON
    years = set(filter(is_year, asked))
    reason = next(
        (
            one
            for one in near
            if _gives_reason(one)
            and not asked.isdisjoint(terms(one.statement.said))
            and not _is_of_others(one.statement, years)
        ),
        None,
    )
    if reason is None or _follows(reason.statement, best.statement):
        return list(scored)
    return [reason, *(one for one in scored if one is not reason and _is_sentence(one))]


def _is_of_others(statement: Statement, years: set[str]) -> bool:
    """Whether a sentence is of years, and none of those that are asked for."""
    own = set(filter(is_year, terms(statement.said)))
    return bool(years and own) and years.isdisjoint(own)


def _follows(reason: Statement, best: Statement) -> bool:
    """Whether a sentence stands behind another in its paragraph: it is told with that."""
    is_behind = reason.hit.chunk_no == best.hit.chunk_no and reason.start >= best.end
    return is_behind and "\n\n" not in best.hit.text[best.end : reason.start]


def _gives_reason(one: Scored) -> bool:
    return _is_sentence(one) and gives_reason(one.statement.said)


def _is_sentence(one: Scored) -> bool:
    statement = one.statement
    return statement.is_whole and not (statement.is_row or statement.is_item or statement.is_field)
