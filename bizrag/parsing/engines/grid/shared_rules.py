"""Columns under one rule that several names of a line stand over: a share of them for each. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.grid.words import Segment

#: what stands at one place differs by less than this (points)
ALIGNED_PT = 1.5


def shared_columns(
    columns: tuple[int, int],
    names: Sequence[Segment],
    crossed: Sequence[tuple[int, int]],
    spans: Sequence[tuple[float, float]],
) -> list[tuple[int, int] | None]:
    """The columns of each name, from the left: as many for all of them; else each column is of the name next to it.

    Args:
        columns: first and end of those over the rule.
        names: the names over it.
        crossed: what columns each name stands right over.
        spans: left and right of all columns.

    Returns:
        None for a name that no column is next to, and for all where their columns do not follow each other.
    """
    first, end = columns
    share, rest = divmod(end - first, len(names))
    equal = [(first + share * at, first + share * (at + 1)) for at in range(len(names))]
    fits = [start <= left and right <= stop for (start, stop), (left, right) in zip(equal, crossed, strict=True)]
    if not rest and all(fits):
        return [*equal]
    if rest and all(right - left == 1 for left, right in crossed):
        return [None] * len(names)
    owners = [_nearest(spans[column], names) for column in range(first, end)]
    own = [[first + at for at, owner in enumerate(owners) if owner == number] for number in range(len(names))]
    return [(some[0], some[-1] + 1) if some else None for some in own]


def _nearest(span: tuple[float, float], names: Sequence[Segment]) -> int:
    """The number of the name that begins or ends closest to a column, or overlaps it most."""
    return min(range(len(names)), key=lambda at: max(span[0], names[at].l) - min(span[1], names[at].r))


def are_aligned(one: Segment, other: Segment, least: float = ALIGNED_PT) -> bool:
    """Whether two names begin, end or have their middle at one place."""
    places = ((one.l, other.l), (one.r, other.r), (one.middle_x, other.middle_x))
    return any(abs(first - second) < least for first, second in places)
