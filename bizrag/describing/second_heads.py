"""Rows in the body of a table that name its columns anew: the same figures of another year stand below them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from bizrag.describing.column_labels import column_labels
from bizrag.describing.grids import Grid, filled_texts, texts_of
from bizrag.model.labels import is_period, is_time, is_unit

_MIN_NAMES = 2


def parted_by_heads(headers: Grid, body: Grid, columns: list[str]) -> Iterator[tuple[list[str], Grid]]:
    """The rows below each head, and the labels of the columns that stand over them; ``columns`` are the first ones."""
    heads = [texts_of(row) for row in headers]
    start, at = 0, 0
    while at < len(body):
        size = _size_of_head(heads, body[at:], columns) or int(_heads_more_columns(body, at, columns))
        # nothing stands below a last row, and two heads are one
        if size and at > start and at + size < len(body):
            yield columns, body[start:at]
            names = column_labels([texts_of(row) for row in body[at : at + size]], len(columns))
            if _heads_more_columns(body, at, columns):
                names = [f"{names[0]}, {name}" for name in names]
            columns = [columns[0], *(new or old for new, old in zip(names[1:], columns[1:], strict=True))]
            start = at + size
        at += max(size, 1)
    yield columns, body[start:]


def _heads_more_columns(body: Grid, at: int, columns: Sequence[str]) -> bool:
    """Whether a row of names stands over figures in columns that the rows above it leave empty: of another table right
    below a list of names with one figure each.
    """
    if not at or any(columns[1:]) or at + _MIN_NAMES >= len(body):
        return False
    names = texts_of(body[at])
    if len(names) <= _MIN_NAMES or not all(names) or any(map(_has_digit, names)):
        return False
    # the row below tells of most rows that they are no heads
    are_figures = all(all(map(_has_digit, texts_of(row)[1:])) for row in islice(body, at + 1, None))
    return are_figures and all(len(filled_texts(row)) < len(names) for row in islice(body, at))


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _size_of_head(heads: Sequence[Sequence[str]], rows: Grid, columns: Sequence[str]) -> int:
    """How many rows from the first one on name columns anew; 0 where that is a row like others."""
    if not any(map(is_period, columns[1:])):
        return 0
    known = {text.casefold() for head in heads for text in head if text}
    size = next((at for at, row in enumerate(rows) if not _names_columns(texts_of(row), known)), len(rows))
    names = column_labels([texts_of(row) for row in rows[:size]], len(columns))[1:] if size else []
    least = max(_MIN_NAMES, sum(map(bool, columns[1:])) / 2)
    return size if any(map(is_period, names)) and sum(map(bool, names)) >= least else 0


def _names_columns(texts: Sequence[str], known: set[str]) -> bool:
    """Whether a row without a label of its own holds times and names of columns, and nothing else."""
    first, *others = texts
    filled = [text for text in others if text]
    is_unlabelled = not first or is_unit(first) or first.casefold() in known
    return is_unlabelled and bool(filled) and all(is_time(text) or text.casefold() in known for text in filled)
