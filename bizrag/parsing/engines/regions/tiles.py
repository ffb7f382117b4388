"""Key figures and facts side by side on a page, each with its name in smaller type above or below it. Pure.

Highlights of reports, dashboards and heads of forms are set so. They are a table whose rows stand beside each other
(``grid.tiles`` reads it so).
"""

from __future__ import annotations

from collections.abc import Sequence

from bizrag.parsing.engines.regions.rows import Row, Segment
from bizrag.parsing.engines.regions.types import Box, area, intersection, union
from bizrag.parsing.key_figures import are_key_figures

_MIN_TILES = 2
# figures are so much larger than what stands around them
_LARGER = 1.35
# facts in running type are less so; lines of names stand over lines of facts so often
_FACT_LARGER, _MIN_PAIRS = 1.1, 2
# names of facts are short
_NAME_WORDS = 4
# a name starts, or has its middle, so near to its figure's; in font sizes of the name
_ALIGNED = 1.5
# names stand so near to their figures, in sizes of these, their lines so near to each other, in their own
_NAME_GAP, _LINE_GAP = 1.2, 1.0
# rows of facts stand so near to each other, in sizes of these
_BLOCK_GAP = 4.0
_MAX_LINES_ABOVE, _MAX_LINES_BELOW = 2, 3
# an address has so many lines
_MAX_FACT_LINES = 6
# what is so far inside a drawing is of it, and what fills no more of it is not all of its figures
_INSIDE_SHARE, _PART_SHARE = 0.9, 0.5
# a ring is nearly as high as wide, so much larger than the type of the figure in it, and has that in its middle
_ROUND, _MIN_RING, _OFF_MIDDLE = 0.9, 1.8, 0.1


def find_tiles(rows: Sequence[Row]) -> list[Box]:
    """The boxes of rows of key figures with their names; ``rows`` from top to bottom."""
    found: list[Box] = []
    for at, row in enumerate(rows):
        if not _has_figures(row):
            continue
        above = _labels(row, rows[:at][::-1], _MAX_LINES_ABOVE)
        below = _labels(row, rows[at + 1 :], _MAX_LINES_BELOW)
        # a title may stand above the first
        above = above if _names_all(row, above) else []
        if above or _names_all(row, below):
            found.append(union(line.box for line in (row, *above, *below)))
    return found


def find_rings(rows: Sequence[Row], drawn: Sequence[Box]) -> list[Box]:
    """The boxes of rows of key figures that each stand in a ring, with those and with their names below."""
    square = [box for box in drawn if _is_square(box)]
    found: list[Box] = []
    for at, row in enumerate(rows):
        if not square or not _has_figures(row):
            continue
        rings = [ring for segment in row.segments if (ring := _ring_around(segment, row, square)) is not None]
        below = _labels(row, rows[at + 1 :], _MAX_LINES_BELOW, end=max((ring[3] for ring in rings), default=0.0))
        if len(rings) == len(row.segments) and _names_all(row, below):
            found.append(union([*rings, *(line.box for line in (row, *below))]))
    return found


def _is_square(box: Box) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    return min(width, height) >= _ROUND * max(width, height)


def _has_figures(row: Row) -> bool:
    return len(row.segments) >= _MIN_TILES and are_key_figures([segment.text for segment in row.segments])


def _ring_around(figure: Segment, row: Row, square: Sequence[Box]) -> Box | None:
    """What is drawn around a figure alone, as high as wide; None without such."""
    middle = (figure.box[0] + figure.box[2]) / 2, (figure.box[1] + figure.box[3]) / 2
    for box in square:
        width = box[2] - box[0]
        off = abs(box[0] + box[2] - 2 * middle[0]) / 2, abs(box[1] + box[3] - 2 * middle[1]) / 2
        if width < _MIN_RING * figure.size or max(off) > _OFF_MIDDLE * width:
            continue
        if _holds(box, figure) and sum(_holds(box, other) for other in row.segments) == 1:
            return box
    return None


def without_parts(tiles: Sequence[Box], drawings: Sequence[Box]) -> list[Box]:
    """Tiles but for those that are a row of many in a drawing: they are told with the others in it.

    >>> without_parts([(40, 110, 500, 160), (40, 600, 500, 650)], [(30, 100, 590, 560)])
    [(40, 600, 500, 650)]
    """
    return [
        box
        for box in tiles
        if not any(
            area(intersection(box, one)) > _INSIDE_SHARE * area(box) and area(box) < _PART_SHARE * area(one)
            for one in drawings
        )
    ]


def find_cards(rows: Sequence[Row], drawn: Sequence[Box] = ()) -> list[Box]:
    """The boxes of facts under their names: rows of names in smaller type over rows of facts, by turns; a fact may
    have several lines. A single row of facts must stand in ``drawn`` boxes, as what is filled into a form.
    """
    found: list[Box] = []
    at = 0
    while at + 1 < len(rows):
        ends: list[int] = []
        end = at
        while (
            end + 1 < len(rows)
            and _are_named(*rows[end : end + 2])
            and (end == at or _is_near(*rows[end - 1 : end + 1]))
        ):
            end = _end_of_facts(rows, end)
            ends.append(end)
        if len(ends) >= _MIN_PAIRS or (ends and _are_boxed(rows[at], rows[at + 1], drawn)):
            found.append(union(row.box for row in rows[at:end]))
        at = max(end, at + 1)
    return found


def _end_of_facts(rows: Sequence[Row], names_at: int) -> int:
    """Where the facts of a row of names end: their further lines stand at names as well, in the type of the first."""
    names, facts = rows[names_at : names_at + 2]
    end = names_at + 2
    while end < min(len(rows), names_at + 1 + _MAX_FACT_LINES) and _goes_on(names, facts, rows[end - 1], rows[end]):
        end += 1
    return end


def _goes_on(names: Row, facts: Row, last: Row, row: Row) -> bool:
    size = facts.segments[0].size
    is_near = row.box[1] - last.box[3] <= _LINE_GAP * size
    are_alike = all(abs(segment.size - size) < 0.1 * size for segment in row.segments)
    return is_near and are_alike and all(_owner(segment, names) is not None for segment in row.segments)


def _are_named(names: Row, facts: Row) -> bool:
    """Whether a row has the names of what stands right below."""
    if not _MIN_TILES <= len(names.segments) == len(facts.segments):
        return False
    small = max(segment.size for segment in names.segments)
    large = min(segment.size for segment in facts.segments)
    is_named = all(
        _shift(name.box, fact.box) <= _ALIGNED * name.size and name.num_words <= _NAME_WORDS and not name.is_figure
        for name, fact in zip(names.segments, facts.segments, strict=True)
    )
    return is_named and large >= _FACT_LARGER * small and facts.box[1] - names.box[3] <= _LINE_GAP * large


def _are_boxed(names: Row, facts: Row, drawn: Sequence[Box]) -> bool:
    """Whether each fact stands in a box of its own, below its name."""
    others = [*names.segments, *facts.segments]
    return all(
        any(_holds(box, fact) and sum(_holds(box, other) for other in others) == 1 for box in drawn)
        for fact in facts.segments
    )


def _holds(box: Box, segment: Segment) -> bool:
    return area(intersection(box, segment.box)) > _INSIDE_SHARE * area(segment.box)


def _is_near(facts: Row, names: Row) -> bool:
    """Whether a row of names follows one of facts in the same block."""
    return names.box[1] - facts.box[3] <= _BLOCK_GAP * max(segment.size for segment in facts.segments)


def _labels(figures: Row, rows: Sequence[Row], most: int, *, end: float = 0.0) -> list[Row]:
    """The rows next to figures that stand at them, nearest first; ``end`` where what they stand in ends."""
    found: list[Row] = []
    size = min(segment.size for segment in figures.segments)
    for row in rows[:most]:
        last = found[-1] if found else figures
        gap = max(row.box[1] - max(last.box[3], end), last.box[1] - row.box[3])
        small = max(segment.size for segment in row.segments)
        is_near = gap <= (_LINE_GAP * small if found else _NAME_GAP * size)
        if not is_near or _LARGER * small > size or not all(_owner(label, figures) for label in row.segments):
            break
        found.append(row)
    return found


def _names_all(figures: Row, labels: Sequence[Row]) -> bool:
    owners = [_owner(label, figures) for row in labels for label in row.segments]
    return all(any(owner is figure for owner in owners) for figure in figures.segments)


def _owner(label: Segment, figures: Row) -> Segment | None:
    """The figure that a label starts or is centred at; None where it stands at none."""
    nearest = min(figures.segments, key=lambda figure: _shift(label.box, figure.box))
    return nearest if _shift(label.box, nearest.box) <= _ALIGNED * label.size else None


def _shift(box: Box, other: Box) -> float:
    return min(abs(box[0] - other[0]), abs(box[0] + box[2] - other[0] - other[2]) / 2)
