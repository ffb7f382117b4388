"""Tables as programs print them into a console: names of columns right above figures that end where the names end.

One blank may part the columns, so what tells them is what stands under which name. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.model.parses import TableCell
from bizrag.parsing.draft import DraftTable

_TOKEN = re.compile(r"\S+")
_VALUE = re.compile(
    r"[<>~=≤≥]*[-+−]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?[%,]?|NA|NaN|-?Inf|TRUE|FALSE|<NA>|[-–—]{1,2}"
)
# what a reader types, and marks of comments before what is printed
_PROMPT = re.compile(r"\s*(?:\w{0,2}>+|\+|\$|In \[\d+\]:)(?:\s|$)")
_COMMENT = re.compile(r"(?:#>|##?)(?=\s|$)")
# marks of significance and the like are no text
_LETTER = re.compile(r"\w")
# so many of the rows end, or begin, at one place
_MIN_ALIGNED = 0.8
# kinds of columns may stand below their names: "<int>"
_MAX_NAMES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedTable:
    """A table and the lines that it stands in: ``lines[start:end]``."""

    start: int
    end: int
    table: DraftTable


@dataclass(slots=True)
class _Column:
    """Letters from ``start`` to ``end`` of all lines."""

    start: int
    end: int
    # where its name ends, 0 where it has none
    name_end: int = 0

    @property
    def is_named(self) -> bool:
        return self.name_end > 0

    def tokens(self, line: str) -> list[re.Match[str]]:
        return [one for one in _TOKEN.finditer(line) if self.start <= one.start() < self.end]

    def text(self, line: str) -> str:
        return " ".join(one[0] for one in self.tokens(line))

    def values(self, line: str) -> list[str]:
        return [one[0] for one in self.tokens(line) if _VALUE.fullmatch(one[0]) and not one[0].endswith(",")]


def find_printed_tables(lines: Sequence[str]) -> list[PrintedTable]:
    """The tables in lines of equal letters, from top to bottom.

    >>> lines = ["Costs:", "       Estimate Std. Error", "Boats      1.20       0.05", "Locks     -0.31       0.11"]
    >>> [(found.start, found.end, found.table.caption) for found in find_printed_tables(lines)]
    [(0, 4, 'Costs:')]
    """
    plain = _without_comments(lines)
    found: list[PrintedTable] = []
    at = 0
    while at < len(plain) - 1:
        table = _table_at(plain, at)
        if table is None:
            at += 1
            continue
        floor = found[-1].end if found else 0
        above = plain[at - 1].strip() if at > floor else ""
        is_captioned = above.endswith(":") and not _PROMPT.match(above)
        names, body, columns = table
        end = at + len(names) + len(body)
        drawn = _as_table(names, body, columns, above if is_captioned else "")
        found.append(PrintedTable(start=at - is_captioned, end=end, table=drawn))
        at = end
    return found


def _without_comments(lines: Sequence[str]) -> list[str]:
    """Lines with blanks for the mark of a comment that most of them begin with."""
    num_marked = sum(_COMMENT.match(line) is not None for line in lines)
    if 2 * num_marked < len(lines):
        return list(lines)
    return [_COMMENT.sub(lambda mark: " " * len(mark[0]), line) for line in lines]


def _table_at(lines: Sequence[str], at: int) -> tuple[Sequence[str], Sequence[str], list[_Column]] | None:
    """The names, rows and columns of the table whose names begin in a line."""
    for num_names in range(1, _MAX_NAMES + 1):
        names = lines[at : at + num_names]
        if not all(name.strip() and not _PROMPT.match(name) for name in names):
            return None
        if names[-1].rstrip().endswith(":"):
            return None
        best: tuple[Sequence[str], Sequence[str], list[_Column]] | None = None
        end = at + num_names
        while end < len(lines) and lines[end].strip() and not _PROMPT.match(lines[end]):
            body = lines[at + num_names : end + 1]
            columns = _columns(names, body)
            if columns is None:
                break
            if _is_table(names, body, columns):
                best = names, body, columns
            end += 1
        if best is not None:
            return best
    return None


def _columns(names: Sequence[str], body: Sequence[str]) -> list[_Column] | None:
    """The columns that names and the rows below them have in common; None where they have none."""
    spans = [(one.start(), one.end(), one.end()) for name in names for one in _TOKEN.finditer(name)]
    spans += [(start, end, 0) for start, end in _filled(body)]
    columns: list[_Column] = []
    for start, end, name_end in sorted(spans):
        if columns and start < columns[-1].end:
            columns[-1].end = max(columns[-1].end, end)
            columns[-1].name_end = max(columns[-1].name_end, name_end)
        else:
            columns.append(_Column(start, end, name_end))
    return _whole(columns, body)


def _filled(body: Sequence[str]) -> list[tuple[int, int]]:
    """Where letters stand in any of the rows."""
    width = max(map(len, body))
    # "1.92, 17.31" is one
    whole = [row.replace(", ", ",,") for row in body]
    marks = "".join("x" if any(row[at : at + 1].strip() for row in whole) else " " for at in range(width))
    return [(one.start(), one.end()) for one in _TOKEN.finditer(marks)]


def _whole(columns: Sequence[_Column], body: Sequence[str]) -> list[_Column] | None:
    """Columns as they are meant, those left of all names as one; None where something stands under no name."""
    first = next((at for at, column in enumerate(columns) if column.is_named), len(columns))
    labels = [_Column(columns[0].start, columns[first - 1].end)] if first else []
    whole: list[_Column] = []
    # the first words of a name or of what stands under it, or figures left of the marks there
    held: _Column | None = None
    for at, column in enumerate(columns[first:], first):
        is_filled = any(column.tokens(row) for row in body)
        has_values = any(column.values(row) for row in body)
        if held is not None:
            if not column.is_named or (not held.is_named and has_values):
                return None
            column.start = held.start
            held = None
        elif not column.is_named and not has_values and not (at + 1 < len(columns) and _ends_with_name(whole[-1])):
            # marks behind figures, or words of a column whose name stands at its left
            whole[-1].end = column.end
            continue
        if is_filled and column.is_named:
            whole.append(column)
        else:
            held = column
    columns = [*labels, *whole]
    if held is not None or not whole or (labels and not all(labels[0].tokens(row) for row in body)):
        return None
    return columns if all(len(column.values(row)) <= 1 for column in whole for row in body) else None


def _ends_with_name(column: _Column) -> bool:
    return column.end == column.name_end


def _is_table(names: Sequence[str], body: Sequence[str], columns: Sequence[_Column]) -> bool:
    named = [column for column in columns if column.is_named]
    filled = [column for column in named if any(column.values(row) for row in body)]
    if not filled or len(columns) < 2 or not all(any(column.values(row) for column in filled) for row in body):
        return False
    # figures name columns beside labels that have no name themselves
    if any(_VALUE.fullmatch(one) for name in names for one in name.split()) and columns[0].is_named:
        return False
    if len(names) > 1 and not all(column.tokens(name) for column in named for name in names):
        return False
    if len(body) == 1 and len(filled) < max(2, len(columns) - 1):
        return False
    return all(_is_under_name(column, names, body) for column in filled)


def _is_under_name(column: _Column, names: Sequence[str], body: Sequence[str]) -> bool:
    """Whether the figures of a column begin or end at one place, and its name at the same side of it."""
    heads = [tokens for name in names if (tokens := column.tokens(name))]
    rows = [tokens for row in body if (tokens := column.tokens(row))]
    # with the marks behind them or without
    figures = [plain for row in rows if (plain := [one for one in row if _LETTER.search(one[0])])]
    ends = [[row[-1].end() for row in told] for told in (figures, rows)]
    is_right = any(_most(told) in {column.end, *(head[-1].end() for head in heads)} for told in ends)
    return is_right or _most([row[0].start() for row in rows]) in {head[0].start() for head in heads}


def _most(places: Sequence[int]) -> int | None:
    """The place that most of them are; None where they have none in common."""
    most = max(places, key=places.count, default=None)
    return most if most is not None and places.count(most) >= _MIN_ALIGNED * len(places) else None


def _as_table(names: Sequence[str], body: Sequence[str], columns: Sequence[_Column], caption: str) -> DraftTable:
    cells = [
        TableCell(
            text=text,
            row_start=number,
            row_end=number + 1,
            col_start=place,
            col_end=place + 1,
            is_header=number < len(names),
            bbox=None,
        )
        for number, line in enumerate([*names, *body])
        for place, column in enumerate(columns)
        if (text := column.text(line))
    ]
    return DraftTable(num_rows=len(names) + len(body), num_cols=len(columns), cells=cells, caption=caption)
