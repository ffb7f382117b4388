"""Of statements that are nearly as near to a question for a reason, one that gives a reason is told first. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.scoring import Scored, asks_reason, gives_reason
from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import is_year, terms

#: of the best score: what gives a reason in the document of the best statement
REASON_SHARE = 0.7
# "DV-25-045: Batch FX25-387; Root cause Hardener past its expiry date"
_TELLS_CAUSE = re.compile(
    r"(?:^|[;:>] )(?:(?:root|main|probable|likely|possible) )?(?:causes?|reasons?|explanations?)[ :]+\w", re.IGNORECASE
)
# "E-05", "FX25-387", "E12"; no "CO2", "Q3", "FY25"
_CODE = re.compile(r"\b(?![FC]Y)[A-Z]{1,4}[-/]?\d{2,}(?:[-/.]\w+)*")
# what any reason may be of: "The increase was due to ..."
_ANY_REASON = frozenset(
    terms(
        "reason cause caused explain driven drive led impacted increase decrease growth decline rise fall change drop"
    )
)


def with_reason_first(question: str, scored: Sequence[Scored], statements: Sequence[Statement]) -> list[Scored]:
    """Statements, best first, where a question is for a reason and the best one gives none: the best one that does, in
    its document and nearly as near, and then the whole sentences. Rows and items tell no reason, but for the row with a
    cause of what the question calls by a code. Where the best one is a row that begins with a code, the sentence with a
    reason that calls it so is among all ``statements``: "E-05 is delayed by a lawsuit".
    """
    if not scored or not asks_reason(question) or _gives_reason(scored[0]):
        return list(scored)
    best = scored[0]
    if (row := _row_with_cause(question, scored)) is not None:
        return [row, *(one for one in scored if one is not row)]
    if (sentence := _reason_of_coded(best, statements)) is not None:
        return [replace(best, statement=sentence), *filter(_is_sentence, scored)]
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


def _row_with_cause(question: str, scored: Sequence[Scored]) -> Scored | None:
    """The first row that tells a cause and has a code of the question: several tables may have that code."""
    codes = {term for code in _CODE.findall(question) for term in terms(code)}
    if not codes:
        return None
    rows = (one for one in scored if one.statement.is_row and _TELLS_CAUSE.search(one.statement.said))
    return next((one for one in rows if codes <= set(terms(one.statement.said))), None)


def _reason_of_coded(best: Scored, statements: Sequence[Statement]) -> Statement | None:
    """What gives a reason for what a row calls by the code before its cells."""
    code = _CODE.match(best.statement.said) if best.statement.is_row else None
    if code is None:
        return None
    named = set(terms(code[0]))
    own = (one for one in statements if one.hit.document_id == best.statement.hit.document_id)
    return next((one for one in own if gives_reason(one.said) and named <= set(terms(one.said))), None)


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
