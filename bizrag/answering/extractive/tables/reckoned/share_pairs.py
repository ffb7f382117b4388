"""The two values of a table that a question for a share means best, where no form of words parts them. Pure.

"What percentage of total financial assets in euro is that over the group total?" names a row, a sum and a column, and
no form of words tells them apart. What a table holds does: two values in one column, or one row, that the words fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from bizrag.answering.extractive.tables.reading.row_values import (
    Key,
    RowValue,
    column_of,
    column_terms,
    is_sum,
    label_of,
    row_name,
    without_unit,
)
from bizrag.model.periods import MONTHS
from bizrag.model.terms import is_year, terms

_SUMS = frozenset(terms("total sum overall all consolidated group"))
# that name no row, and dates, whose year alone tells one from another
_EMPTY = frozenset(terms(f"amount value number fiscal year years ended as of at {' '.join(MONTHS)}"))
_SAYS_OTHER, _OTHER = re.compile(r"\bothers?\b", re.IGNORECASE), "other"
# what a shared row or column says beside the question counts against it
_COST = 0.75
_MIN_SCORE = 2.0


@dataclass(frozen=True, slots=True)
class _Words:
    part: Set[str]
    whole: Set[str]
    # of the whole question, and of what is above the table
    asked: Set[str]
    about: Set[str]


def best_pair(
    values: Sequence[RowValue], part: str, whole: str, asked: Set[str], *, is_ratio: bool
) -> tuple[RowValue, RowValue] | None:
    """The value of a part and that of its whole; None where several fit as well.

    Args:
        values: of one table, no shares.
        part: the words of the question that may be of the part, and
        whole: those that may be of the whole.
        asked: the terms of the question.
        is_ratio: whether the first may be more than the second.
    """
    words = _Words(_terms(part), _terms(whole), set(asked) | _terms(f"{part} {whole}"), _about(values))
    found = [
        (_score(one, other, name, beside, words), one, other)
        for name, beside, groups in _axes(values)
        for group in groups.values()
        for one, other in _pairs(group, name, words)
        if (is_ratio or one.number <= other.number) and _tells_whole(one, other, words)
    ]
    most = max((score for score, _, _ in found), default=0.0)
    best = [(one, other) for score, one, other in found if score == most >= _MIN_SCORE]
    return best[0] if len(best) == 1 else None


def _axes(values: Sequence[RowValue]) -> Iterator[tuple[Key, Key, Mapping[object, list[RowValue]]]]:
    """Values by column, told apart by their rows; and by row, told apart by their columns."""
    ways: tuple[tuple[Key, Key, Callable[[RowValue], object]], ...] = (
        (label_of, column_of, lambda value: without_unit(value.column)),
        (column_of, label_of, lambda value: id(value.statement)),
    )
    for name, beside, key in ways:
        groups: dict[object, list[RowValue]] = {}
        for value in values:
            groups.setdefault(key(value), []).append(value)
        yield name, beside, groups


def _pairs(group: Sequence[RowValue], name: Key, words: _Words) -> Iterator[tuple[RowValue, RowValue]]:
    named = [(value, _own(name(value))) for value in group]
    # "total definite-lived assets" are the total assets of their table
    sums = [
        value
        for value, own in named
        if is_sum(name(value)) and 2 * len((own - _SUMS) & words.asked) >= len(own - _SUMS)
    ] or _unnamed_sum(group, name)
    wholes = [value for value, own in named if own and own <= words.asked and own & words.whole]
    for one, own in named:
        if not own or not own <= words.asked or is_sum(name(one)):
            continue
        # a sum is the whole wherever the question says its words
        others = [*(wholes if own & words.part else ()), *sums]
        yield from (
            (one, other)
            for other in {id(other): other for other in others}.values()
            if other is not one and other.number > 0
        )


def _unnamed_sum(group: Sequence[RowValue], name: Key) -> list[RowValue]:
    """The only value without a name, where it is the sum of the others."""
    nameless = [value for value in group if not name(value)]
    rest = sum(value.number for value in group if name(value))
    return nameless if len(nameless) == 1 and abs(nameless[0].number - rest) < 1 else []


def _tells_whole(one: RowValue, other: RowValue, words: _Words) -> bool:
    """Whether the words for the whole are mostly of the two values or their table: costs tell no share of revenue."""
    wanted = {term for term in words.whole - _SUMS - _EMPTY if not is_year(term)}
    said = _terms(" ".join((one.label, one.column, other.label, other.column))) | words.about
    return 2 * len(wanted & said) >= len(wanted)


def _score(one: RowValue, other: RowValue, name: Key, beside: Key, words: _Words) -> float:
    shared = column_terms(beside(one)) - _EMPTY
    said = _terms(name(one)) | _terms(name(other)) | shared
    strange = {term for term in shared - words.asked if not term.isdigit() or is_year(term)}
    return len((said & words.asked) - words.about) - _COST * len(strange - words.about)


def _own(label: str) -> set[str]:
    return _terms(row_name(label)) - (_EMPTY - {_OTHER})


def _terms(text: str) -> set[str]:
    return set(terms(text)) | ({_OTHER} if _SAYS_OTHER.search(text) else set())


def _about(values: Sequence[RowValue]) -> set[str]:
    """What the lines above a table say, which tells none of its values from another; years do."""
    hits = [value.statement.hit for value in values[:1]]
    lines = [line for hit in hits for line in (hit.text.partition("\n")[0], *hit.headings[-1:])]
    said = {term for line in lines if not line.startswith("Headers: ") for term in terms(line)}
    return {term for term in said - _SUMS if not is_year(term)}
