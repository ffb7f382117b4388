"""Which columns of a timetable have a time before or after the one that a question names. Pure.

"Which trains leave Whitsand after 14:00?" asks for columns of the row "Whitsand dep.", and the row has all of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement
from bizrag.answering.statements.row_cells import CELL_END
from bizrag.model.terms import terms

_TIME = re.compile(r"(?<![\d:.])(\d{1,2})[:.](\d\d)(?![\d:.%])")
_LIMIT = re.compile(
    r"\b(?P<how>after|before|from|until|by|later than|earlier than|no later than|nach|vor|ab|bis|après|avant|después de"
    r"|antes de) (?:las |um )?(?P<time>\d{1,2}[:.]\d\d)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"^\W*(?:which|what|when|welche\w*|wann|quels?|quelles?|quand|qué|cuándo|cuáles)\b", re.IGNORECASE)
_NEXT = re.compile(r"\b(?:next|first|nächste\w*|erste\w*|prochain\w*|premier\w*|próxim\w*|primer\w*)\b", re.IGNORECASE)
_LEAVES = re.compile(r"\b(?:leav\w+|depart\w*|start\w*|abfahr\w*|fähr\w*|part\w*|sal\w+)\b", re.IGNORECASE)
_ARRIVES = re.compile(r"\b(?:arriv\w*|reach\w*|get to|ankomm\w*|kommt|lleg\w+)\b", re.IGNORECASE)
_DEPARTURE, _ARRIVAL = (
    re.compile(rf"\b(?:{words})\b\.?", re.IGNORECASE)
    for words in (r"dep(?:art(?:s|ure)?)?|ab|dép|départ|sal(?:ida)?", r"arr(?:iv(?:es|al))?|an|arrivée|lleg(?:ada)?")
)
_LATER = re.compile(r"after|from|later|nach|ab|après|después", re.IGNORECASE)
# a row of a timetable has so many times, and hardly anything else
_MIN_TIMES, _TIMES_SHARE = 3, 0.7


def find_timed_columns(question: str, statements: Sequence[Statement]) -> tuple[Statement, str] | None:
    """The row of a timetable that a question names, with the columns within its limit; None where several rows are
    meant, or no column is within it.
    """
    limit = _LIMIT.search(question)
    if limit is None or not _ASKS.search(question):
        return None
    rows = [one for one in statements if one.is_row and _is_timed(one) and _is_meant(one, question)]
    if len({one.said for one in rows}) != 1:
        return None
    label, _, cells = rows[0].said.removesuffix(".").partition(": ")
    least = _minutes(limit["time"])
    is_later = _LATER.match(limit["how"]) is not None
    is_open = limit["how"].casefold() in ("after", "later than", "earlier than")
    within = [
        cell
        for cell in CELL_END.split(cells)
        if (times := _TIME.findall(cell))
        and _is_within(60 * int(times[-1][0]) + int(times[-1][1]), least, is_later=is_later, is_open=is_open)
    ]
    if not within:
        return None
    return rows[0], f"{label}: {'; '.join(within[:1] if _NEXT.search(question) else within)}."


def _is_within(minutes: int, limit: int, *, is_later: bool, is_open: bool) -> bool:
    if is_later:
        return minutes > limit if is_open else minutes >= limit
    return minutes < limit if is_open else minutes <= limit


def _is_timed(statement: Statement) -> bool:
    cells = CELL_END.split(statement.said.partition(": ")[2])
    num_times = sum(_TIME.search(cell) is not None for cell in cells)
    return num_times >= _MIN_TIMES and num_times >= _TIMES_SHARE * len(cells)


def _is_meant(statement: Statement, question: str) -> bool:
    """Whether a question names the stop of a row, and does not ask for the other of its two times."""
    label = statement.said.partition(": ")[0]
    is_other = (_LEAVES.search(question) and _ARRIVAL.search(label)) or (
        _ARRIVES.search(question) and _DEPARTURE.search(label)
    )
    stop = set(terms(_DEPARTURE.sub(" ", _ARRIVAL.sub(" ", label))))
    return bool(stop) and stop <= set(terms(question)) and not is_other


def _minutes(time: str) -> int:
    hours, minutes = re.split(r"[:.]", time)
    return 60 * int(hours) + int(minutes)
