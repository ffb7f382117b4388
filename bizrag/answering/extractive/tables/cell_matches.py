"""All rows of a table that have what a question says in one column: "Which risks are rated high?" Pure.

The best rows alone would be some of them. Columns of "Yes" and "No" are asked by their names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from bizrag.answering.extractive.tables.arithmetic import Computed
from bizrag.answering.extractive.tables.extremes import asks_extreme
from bizrag.answering.extractive.tables.found_rows import MOST_TOLD, in_order, told_count
from bizrag.answering.extractive.tables.row_values import is_sum, naming_cell, row_name
from bizrag.answering.statements.reading import Statement
from bizrag.answering.terms import terms

_ASKS = re.compile(r"\b(?:which|what|who|list|name)\b|\b(?P<count>how many)\b", re.IGNORECASE)
# of one row, or of something else than rows
_ASKS_OTHER = re.compile(
    r"\b(?:if|should|must|why|when|how (?:much|long|often|far|do|does|did|is|are))\b", re.IGNORECASE
)
_IS_NOT = re.compile(
    r"\b(?:not|no|never|without|cannot|still needs?|fail(?:s|ed)?|miss(?:es|ed)?|lack(?:s|ed)?|\w+n['’]t)\b",
    re.IGNORECASE,
)
_YES = frozenset(("yes", "y", "✓", "✔", "☒", "☑", "true", "x"))
_NO = frozenset(("no", "n", "✗", "✘", "☐", "false", "-", "–", "—"))
_UNKNOWN = frozenset(("n/a", "na", "not applicable", "tbd"))
_VALUE_WORDS = 4
_GRADE_CHARS = 2
_MIN_ROWS, _MIN_FOUND, _MIN_NAME = 3, 2, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    row: Statement
    label: str
    # "Rating" and "High" of "Rating High"
    column: str
    value: str

    @property
    def said(self) -> str:
        return " ".join(part for part in (self.column, self.value) if part)


def find_matching(question: str, rows: Sequence[Statement]) -> Computed | None:
    """The rows of one table whose cells are what the question says, in their order; at least two, or of two columns.

    None where it asks for something else, or names a row.
    """
    asks = _ASKS.search(question)
    is_other = _ASKS_OTHER.search(question) is not None or asks_extreme(question)
    if asks is None or is_other or len(rows) < _MIN_ROWS:
        return None
    asked = set(terms(question))
    ordered = [row for row in in_order(rows) if not is_sum(row.said.partition(": ")[0])]
    columns = _columns_of(ordered)
    # what a table is about is said around it, or by a column that is named whole
    named = [set(terms(column[0].column)) for column in columns]
    is_named = any(len(own) >= _MIN_NAME and own <= asked for own in named)
    if not is_named and not asked & _terms_around(ordered):
        return None
    if any(set(terms(row_name(cell.label))) <= asked for column in columns for cell in column if cell.label):
        return None
    by_value = [cells for column in columns if (cells := _with_value(column, asked, question))]
    matched = _of_named_columns(by_value, asked)
    if len(matched) < len({cells[0].value.casefold() for cells in by_value}):
        return None
    matched += _with_yes(columns, asked, is_not=_IS_NOT.search(question) is not None)
    found = _of_all(matched)
    if len(found) < (_MIN_FOUND if len(matched) == 1 else 1):
        return None
    told = found[:MOST_TOLD]
    count = told_count(len(found), len(ordered), is_asked=asks["count"] is not None)
    said = " ".join(_said(cells, asked) for cells in told)
    return Computed(
        statements=tuple(cells[0].row for cells in told),
        text=count + said,
        is_named=True,
    )


def _said(cells: Sequence[_Cell], asked: Set[str]) -> str:
    said = dict.fromkeys((naming_cell(cells[0].row, asked), *(cell.said for cell in cells)))
    return f"{cells[0].label}: {'; '.join(filter(None, said))}."


def _terms_around(rows: Sequence[Statement]) -> set[str]:
    """What the table says of its rows: its heading or caption, and the label in its corner."""
    first = rows[0]
    return set(terms(" ".join((first.kind_of_row, first.hit.text.split("\n", 1)[0], *first.hit.headings[-1:]))))


def _columns_of(rows: Sequence[Statement]) -> list[list[_Cell]]:
    """The cells of each column; its name is what they begin with in the rows that have all cells."""
    parts = [" ".join(row.said.split()).removesuffix(".").partition(": ") for row in rows]
    cells = [[cell.split() for cell in said.split("; ")] for _, _, said in parts]
    if not cells or not all(label for label, _, _ in parts):
        return []
    width = max(map(len, cells))
    whole = [own for own in cells if len(own) == width]
    columns: list[list[_Cell]] = []
    for at in range(width):
        name = _shared_start([own[at] for own in whole])
        found = [
            (row, label, cell[len(name) :])
            for row, (label, _, _), own in zip(rows, parts, cells, strict=True)
            for cell in (own[at : at + 1] if len(own) == width else own)
            if len(cell) > len(name) and cell[: len(name)] == name and (name or len(own) == width)
        ]
        if len(whole) > 1:
            columns.append(
                [
                    _Cell(row=row, label=label, column=" ".join(name), value=" ".join(value))
                    for row, label, value in found
                ]
            )
    return [column for column in columns if column]


def _shared_start(words: Sequence[Sequence[str]]) -> list[str]:
    is_same = [len(set(same)) == 1 for same in zip(*words, strict=False)]
    return list(words[0][: is_same.index(False) if False in is_same else len(is_same)])


def _with_value(column: Sequence[_Cell], asked: Set[str], question: str) -> list[_Cell]:
    """The cells of a column with the one value that the question holds whole; none where all values differ."""
    by_value: dict[str, list[_Cell]] = {}
    for cell in column:
        by_value.setdefault(cell.value.casefold(), []).append(cell)
    if len(by_value) == len(column):
        return []
    whole = {value: own for value in by_value if (own := set(terms(value))) and own <= asked}
    whole = {value: own for value, own in whole.items() if len(value.split()) <= _VALUE_WORDS and not value.isdigit()}
    best = [value for value, own in whole.items() if not any(own < other for other in whole.values())]
    graded = [value for value in by_value if len(value) <= _GRADE_CHARS and _is_grade(value, question)]
    best = best or graded
    return by_value[best[0]] if len(best) == 1 else []


def _is_grade(value: str, question: str) -> bool:
    """Whether a question asks for a grade of one letter, which is no word of it: "A-rated", "rated A"."""
    grade = re.escape(value)
    return (
        re.search(
            rf"\b{grade}[- ](?:rated|graded|class)\b|\b(?:rated|rating|grade|class)(?: of)? {grade}\b", question, re.I
        )
        is not None
    )


def _of_named_columns(matched: Sequence[list[_Cell]], asked: Set[str]) -> list[list[_Cell]]:
    """Of columns that have the same value the one whose name says the most of what is asked; none where two do."""
    by_value: dict[str, list[list[_Cell]]] = {}
    for cells in matched:
        by_value.setdefault(cells[0].value.casefold(), []).append(cells)
    found: list[list[_Cell]] = []
    for same in by_value.values():
        shared = [len(set(terms(cells[0].column)) & asked) for cells in same]
        if shared.count(max(shared)) == 1:
            found.append(same[shared.index(max(shared))])
    return found


def _with_yes(columns: Sequence[Sequence[_Cell]], asked: Set[str], *, is_not: bool) -> list[list[_Cell]]:
    """The cells with "Yes", or with "No", of the one such column whose name says the most of what is asked."""
    ticked = [column for column in columns if {cell.value.casefold() for cell in column} - _UNKNOWN <= _YES | _NO]
    shared = [len(set(terms(column[0].column)) & asked) for column in ticked]
    if not ticked or not max(shared) or shared.count(max(shared)) > 1:
        return []
    wanted = _NO if is_not else _YES
    return [[cell for cell in ticked[shared.index(max(shared))] if cell.value.casefold() in wanted]]


def _of_all(matched: Sequence[Sequence[_Cell]]) -> list[list[_Cell]]:
    """The cells of each row that has one of each column, in the order of the rows."""
    by_row: dict[int, list[_Cell]] = {}
    for cells in matched:
        for cell in cells:
            by_row.setdefault(id(cell.row), []).append(cell)
    return [cells for cells in by_row.values() if len(cells) == len(matched)]
