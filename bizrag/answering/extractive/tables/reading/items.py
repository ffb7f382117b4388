"""The things that a table tells of, each with what it says of it: its rows, or its columns where rows are properties.

Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bizrag.answering.extractive.tables.reading.cells import NO, UNKNOWN, YES, Cell, columns_of
from bizrag.answering.extractive.tables.reading.found_rows import in_order
from bizrag.answering.extractive.tables.reading.row_values import RowValue, is_sum, periods_in, row_label, row_values
from bizrag.answering.statements.asked import is_money
from bizrag.answering.statements.reading import Statement
from bizrag.model.dates import Days, only_date
from bizrag.model.terms import terms

_MIN_ITEMS = 3
#: says of a property that things have it: "Breakfast included"
HAS_IT = frozenset(
    terms("included include available availability allowed enabled supported possible certified certification yes no")
)
_BRACKETS = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A thing with the cells and numbers of its properties, by their names; a property that it lacks has none."""

    # its place in the table: several things may have one name
    at: int
    name: str
    cells: Mapping[str, Cell]
    numbers: Mapping[str, RowValue]

    def day(self, name: str) -> Days | None:
        """The only day, month or year that a cell tells, and nothing else."""
        return only_date(self.cells[name].value) if name in self.cells else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What things must have in one property, and the terms of the question that say so."""

    name: str
    # the places of the things that have it
    holds_for: frozenset[int]
    said: frozenset[str]
    # whether the other rules for tables know such a condition, where it is the only one
    is_known: bool = True


def items_of_rows(rows: Sequence[Statement]) -> list[Item]:
    """The rows of a table but sums; empty for fewer than three, or where their columns cannot be told apart."""
    ordered = [row for row in in_order(rows) if not is_sum(row_label(row))]
    columns = columns_of(ordered)
    if len(ordered) < _MIN_ITEMS or len({column[0].column for column in columns}) < len(columns):
        return []
    items: list[Item] = []
    for at, row in enumerate(ordered):
        cells = {cell.column: cell for column in columns for cell in column if cell.row is row and cell.column}
        by_cell = {value.cell: value for value in row_values(row)}
        numbers = {name: by_cell[cell.said] for name, cell in cells.items() if cell.said in by_cell}
        items.append(Item(at=at, name=row_label(row), cells=cells, numbers=numbers))
    return items


def items_of_columns(rows: Sequence[Statement]) -> list[Item]:
    """The columns of a table whose rows are properties of them: of plans, models, versions; empty where columns are
    periods or sums, or say each another thing of all rows.
    """
    by_row = items_of_rows(rows)
    names = list(dict.fromkeys(name for item in by_row for name in item.cells))
    are_alike = len({item.name for item in by_row}) < len(by_row)
    if are_alike or len(names) < _MIN_ITEMS or any(is_sum(name) or periods_in(name) for name in names):
        return []
    turned = [
        Item(
            at=at,
            name=name,
            cells={
                item.name: replace(cell, label=name, column=item.name)
                for item in by_row
                if (cell := item.cells.get(name)) is not None
            },
            numbers={
                item.name: replace(value, label=name, column=item.name)
                for item in by_row
                if (value := item.numbers.get(name)) is not None
            },
        )
        for at, name in enumerate(names)
    ]
    return turned if _num_alike(turned) > _num_alike(by_row) else []


def _num_alike(items: Sequence[Item]) -> float:
    """The share of properties that are of one sort for all things: marks, numbers or words."""
    names = properties_of(items)
    sorts = [
        {"mark" if is_ticked(items, name) else "number" if name in item.numbers else "word" for item in items}
        for name in names
    ]
    return sum(len(sort) == 1 for sort in sorts) / len(names)


def properties_of(items: Sequence[Item]) -> list[str]:
    """The names of all properties, in the order of the table."""
    return list(dict.fromkeys(name for item in items for name in item.cells))


def dated_property(items: Sequence[Item], question: str) -> str:
    """The one property that tells days of all things that have it; of several the one that a question names; else
    empty.
    """
    names = [
        name for name in properties_of(items) if all(item.day(name) is not None for item in items if name in item.cells)
    ]
    if len(names) > 1:
        names = [name for name in names if said_of(name, question)]
    return names[0] if len(names) == 1 else ""


def values_of(items: Sequence[Item], name: str) -> list[str]:
    """What the table says of a property, in lower case, of each thing that has it."""
    return [item.cells[name].value.casefold() for item in items if name in item.cells]


def is_ticked(items: Sequence[Item], name: str) -> bool:
    """Whether things have a property or not, and nothing more is said of it."""
    values = set(values_of(items, name))
    return bool(values & YES) and values - UNKNOWN <= YES | NO


def is_of_money(name: str, items: Sequence[Item]) -> bool:
    """Whether a property is told in money."""
    printed = (item.numbers[name].printed for item in items if name in item.numbers)
    return is_money(name) or any(map(is_money, printed))


def said_of(name: str, question: str) -> frozenset[str]:
    """The terms of a property's name that a question has."""
    return frozenset(terms(name)) & frozenset(terms(question))


def names_of(name: str) -> list[set[str]]:
    """The terms of what a property may be called: "Single sign-on (SSO)" by either name.

    >>> [sorted(own) for own in names_of("Breakfast included (buffet)")]
    [['breakfast'], ['buffet']]
    """
    called = (_BRACKETS.sub(" ", name), *_BRACKETS.findall(name))
    return [own for said in called if (own := set(terms(said)) - HAS_IT or set(terms(said)))]
