"""Results and the ranges that they should lie in: "Which results are too high?", "Is sodium within its range?" Pure.

Reports of laboratories and tests print both in a row; which results are outside is told by comparing them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind

_NUMBER = r"[-\u2212]?\d+(?:[.,]\d+)?"
_VALUE = re.compile(
    r"(?:results?|values?|readings?|measured(?: values?)?|found|actual|as found)\b"
    rf"[^;\d]*?(?P<value>{_NUMBER})(?![\d.,/])",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"(?:(?:reference|normal|ref\.?|target|permitted|permissible|allowed|specified|acceptance|accepted|admissible) ?)?"
    r"(?:ranges?|intervals?|limits?|specifications?|values?|norm)\b(?: \([^()]*\))? (?P<range>.+)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(rf"(?P<low>{_NUMBER})\s?(?:-|\u2013|\u2014|to|\.\.\.|…)\s?(?P<high>{_NUMBER})(?:\s\S+)?")
_BELOW = re.compile(rf"(?:<|≤|<=|up to|max\.?|below|under)\s?(?P<high>{_NUMBER})(?:\s\S+)?", re.IGNORECASE)
_ABOVE = re.compile(rf"(?:>|≥|>=|min\.?|above|over|at least)\s?(?P<low>{_NUMBER})(?:\s\S+)?", re.IGNORECASE)
_RESULTS = (
    r"(?:(?:test|lab|laboratory|blood|measured|analytical) )?"
    r"(?:results?|values?|tests?|parameters?|readings?|measurements?|analytes?|levels?)"
)
_ASKS_WHICH = re.compile(
    rf"\b(?:which|what|list|name|how many|are (?:there )?any|all)\b[^?]*?\b{_RESULTS}\b", re.IGNORECASE
)
_OF_RANGE = (
    r"(?:the |their |its |a )?(?:(?:reference|normal|target|permitted|specified) )?"
    r"(?:ranges?|intervals?|limits?|specifications?|norm)"
)
_OUTSIDE = re.compile(
    rf"\b(?:out of|outside(?: of)?|not (?:with)?in|beyond) {_OF_RANGE}\b|\babnormal\b|\bout of spec\b|\bflagged\b"
    r"|\bnot normal\b",
    re.IGNORECASE,
)
_TOO_HIGH = re.compile(
    rf"\b(?:too high|elevated|raised|(?:above|over|exceeds?) {_OF_RANGE}|(?:is|are|was|were) high)\b", re.IGNORECASE
)
_TOO_LOW = re.compile(
    rf"\b(?:too low|(?:below|under) {_OF_RANGE}|decreased|deficient|(?:is|are|was|were) low)\b", re.IGNORECASE
)
_RANGE_NAME = re.compile(r"(?:reference|normal|target|permitted|specified)\b", re.IGNORECASE)
_MOST_TOLD = 24


@dataclass(frozen=True, slots=True)
class _Result:
    row: Statement
    label: str
    value: float
    low: float
    high: float


def find_out_of_range(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The rows of a table whose results are outside their range, on the side that a question asks for, in their order;
    empty where it asks for something else, and where several documents have such tables.
    """
    asks_high, asks_low = _TOO_HIGH.search(question) is not None, _TOO_LOW.search(question) is not None
    if _ASKS_WHICH.search(question) is None or not (asks_high or asks_low or _OUTSIDE.search(question)):
        return []
    results = list(_results(statements))
    if len({one.row.hit.document_id for one in results}) != 1:
        return []
    is_any = asks_high == asks_low
    outside = [
        one
        for one in results
        if (one.value > one.high and (is_any or asks_high)) or (one.value < one.low and (is_any or asks_low))
    ]
    places = sorted(
        outside, key=lambda one: (min(one.row.hit.page_nos, default=0), one.row.hit.chunk_no, one.row.start)
    )
    return [one.row for one in places[:_MOST_TOLD]]


def _results(statements: Sequence[Statement]) -> Iterator[_Result]:
    for row in statements:
        if not row.is_row or row.hit.kind is not ChunkKind.TABLE:
            continue
        label, colon, said = " ".join(row.said.split()).removesuffix(".").partition(": ")
        cells = said.split("; ")
        values = [found["value"] for cell in cells if (found := _VALUE.match(cell)) and not _RANGE_NAME.match(cell)]
        ranges = [found["range"] for cell in cells if (found := _RANGE.match(cell))]
        limits = _limits(ranges[-1]) if ranges else None
        if colon and values and limits is not None:
            yield _Result(row, label.rpartition(" > ")[2], _parsed(values[0]), *limits)


def _limits(text: str) -> tuple[float, float] | None:
    """The least and largest value of a range as it is printed.

    >>> _limits("13.0 - 17.0"), _limits("< 50 U/L"), _limits("negative")
    ((13.0, 17.0), (-inf, 50.0), None)
    """
    text = text.strip("[]() ")
    if (found := _BETWEEN.fullmatch(text)) is not None:
        low, high = _parsed(found["low"]), _parsed(found["high"])
        return (low, high) if low <= high else None
    if (found := _BELOW.fullmatch(text)) is not None:
        return -math.inf, _parsed(found["high"])
    if (found := _ABOVE.fullmatch(text)) is not None:
        return _parsed(found["low"]), math.inf
    return None


def _parsed(number: str) -> float:
    return float(number.replace(",", ".").replace("\N{MINUS SIGN}", "-"))
