"""The cells of a table's rows by their columns, texts and numbers alike. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.answering.statements.reading import Statement

#: what cells of a column that is ticked say
YES = frozenset(("yes", "y", "✓", "✔", "☒", "☑", "true", "x"))
NO = frozenset(("no", "n", "✗", "✘", "☐", "false", "-", "–", "—"))

#: cells with these say nothing of their row
UNKNOWN = frozenset(("n/a", "na", "not applicable", "tbd", "-", "–", "—", "?"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a row: "Rating High" of "R-01: Rating High; Owner Jun Abe."."""

    row: Statement
    # what stands before the cells of its row
    label: str
    # "Rating" and "High" of "Rating High"
    column: str
    value: str

    @property
    def said(self) -> str:
        """The cell as the row says it."""
        return " ".join(part for part in (self.column, self.value) if part)


def columns_of(rows: Sequence[Statement]) -> list[list[Cell]]:
    """The cells of each column; its name is what they begin with in the rows that have all cells.

    Empty where a row has no label, and without two rows that have all cells.
    """
    parts = [" ".join(row.said.split()).removesuffix(".").partition(": ") for row in rows]
    cells = [[cell.split() for cell in said.split("; ")] for _, _, said in parts]
    if not cells or not all(label for label, _, _ in parts):
        return []
    # one row may have more: what a cell says has semicolons, too
    counts = Counter(map(len, cells))
    width = max((size for size, count in counts.items() if count > 1), default=max(counts))
    whole = [own for own in cells if len(own) == width]
    columns: list[list[Cell]] = []
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
                    Cell(row=row, label=label, column=" ".join(name), value=" ".join(value))
                    for row, label, value in found
                ]
            )
    return [column for column in columns if column]


def _shared_start(words: Sequence[Sequence[str]]) -> list[str]:
    is_same = [len(set(same)) == 1 for same in zip(*words, strict=False)]
    return list(words[0][: is_same.index(False) if False in is_same else len(is_same)])
