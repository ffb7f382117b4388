"""Which two series of a table or chart a question compares, and the pair of values that each item has of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    are_comparable,
    column_of,
    is_sum,
    label_of,
    named_terms,
)
from bizrag.answering.extractive.tables.reckoned.asked_figures import names_change
from bizrag.model.terms import terms

# "between men and women", "from one to the other"
_BETWEEN = re.compile(r"\b(?:between|of) (?P<one>[^?;,]+?) (?:and|versus|vs\.?) (?P<other>[^?;,]+)", re.IGNORECASE)
_TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPairs:
    """For each item, in order, its values of two series."""

    pairs: list[list[RowValue]]
    # what the items are: rows or columns
    item: Key


def paired_series(question: str, values: Sequence[RowValue], *, least: int) -> Iterator[SeriesPairs]:
    """The pairs of values of the two series that a question names, of so many items at least: series that are columns
    first, then those that are rows.
    """
    values = [value for value in values if not is_sum(value.label)]
    for item, name in ((label_of, column_of), (column_of, label_of)):
        names = two_names(question, list(dict.fromkeys(filter(None, map(name, values)))))
        if names is None or any(map(names_change, names)):
            continue
        of_item: dict[str, list[list[RowValue]]] = {}
        for value in values:
            if name(value) in names and item(value):
                of_item.setdefault(item(value), [[], []])[names.index(name(value))].append(value)
        pairs = [[*ones, *others] for ones, others in of_item.values() if len(ones) == len(others) == 1]
        if len(pairs) >= least and are_comparable([value for pair in pairs for value in pair]):
            yield SeriesPairs(pairs=pairs, item=item)


def two_names(question: str, names: Sequence[str]) -> tuple[str, str] | None:
    """The two of several names that a question compares: those it holds whole, those it says between "between" and
    "and", or the only two there are, if it has a word of one of them.

    >>> two_names("the gap between men and women aged 16-24", ["Men 16-24", "Women 16-24", "Men 25-54"])
    ('Men 16-24', 'Women 16-24')
    >>> two_names("Where is the gap between plan and outcome widest?", ["Planned", "Outcome", "Year"])
    ('Planned', 'Outcome')
    >>> two_names("Where is the gap widest?", ["Planned", "Outcome"])
    """
    asked = set(terms(question))
    whole = [name for name in names if (own := named_terms(name)) and own <= asked]
    if len(whole) == _TWO:
        return whole[0], whole[1]
    if (between := _BETWEEN.search(question)) is not None:
        one, other = (only_best(names, set(terms(between[side]))) for side in ("one", "other"))
        if one and other and one != other:
            return one, other
    if len(names) != _TWO:
        return None
    first, second = (named_terms(name) & asked for name in names)
    return (names[0], names[1]) if first != second else None


def only_best(names: Sequence[str], wanted: set[str]) -> str:
    """The one name that shares the most words with what is wanted; empty where none or several do."""
    counts = [len(named_terms(name) & wanted) for name in names]
    best = max(counts, default=0)
    return names[counts.index(best)] if counts.count(best) == 1 and best > 0 else ""
