"""Two lines in one colour, one of them whole and the other broken: legend or ends tell which is which. Pure.

Pixels are RGB, [height, width, 3].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.colours import (
    ALIKE,
    GREY,
    SAME_COLOUR,
    Colour,
    Pixels,
    away_from,
    common_colour,
    distance,
    ground_of,
    share_rows,
)
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.lines import line_values
from bizrag.parsing.charts.marked_lines import find_point, heights_of_points, without_rules
from bizrag.parsing.charts.plots import Mask, Plot

Floats = NDArray[np.float64]

# in sizes of the type: how far before a name the piece of its line may begin, how long it is, how thick at most, and
# how far its dashes are apart
_REACH, _MIN_PIECE, _MAX_THICK, _MAX_GAP = 4.5, 0.7, 0.4, 0.9
# of a piece or a line that is whole, and of one that is broken, so much is drawn
_WHOLE, _BROKEN = 0.97, (0.25, 0.92)
# of the height of what is looked at: a frame takes up all of it
_FRAME = 0.9
# of the distance between two names: how far the next dash may be; of the columns so few have a third line
_MAX_JUMP, _MAX_THIRD = 0.5, 0.05
# in pixels: how far a line moves from one column to the next, beside what it did before
_STEP_PX = 3.0
# in sizes of the type: a name stands so near to the end of its line
_AT_END = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """The piece of a line before a name of a legend."""

    name: Label
    colour: Colour
    is_whole: bool
    # of the point in its middle, in pixels; 0 without one
    point: int = 0


def two_lines(plot: Plot, names: Sequence[Label]) -> Table:
    """The values of a whole and of a broken line in one colour, over each name of the axis; empty for other plots.

    Args:
        plot: that of the lines; of upright axes of values only.
        names: of series among others.
    """
    if not plot.scale.is_upright:
        return {}
    others = [name for name in names if name not in plot.names]
    if any(_piece_of(name, names, plot.pixels) is not None for name in others):
        return {}
    ground = common_colour(plot.inside.reshape(-1, 3), least=0.0)
    if ground is None:
        return {}
    inks = away_from(plot.inside, ground)
    dark = plot.inside[inks > inks.max() / 2]
    colour = common_colour(dark, least=0.0) if len(dark) else None
    lines = _lines_of(plot, _drawn(plot, colour, [])) if colour else None
    return _told(plot, lines, _at_ends(plot, others, lines)) if lines else {}


def whole_and_broken(plot: Plot, names: Sequence[Label]) -> Table:
    """The values of lines that a legend tells apart by their colour, and two of one colour by one that is broken, over
    each name of the axis; empty where no two are of one colour, or one of them is not told.

    Args:
        plot: that of the lines; of upright axes of values only.
        names: of series among others.
    """
    if not plot.scale.is_upright:
        return {}
    pieces = _pieces(plot, names)
    groups = _by_colour(pieces)
    if not any(len(group) > 1 for group in groups):
        return {}
    values: Table = {}
    for group in groups:
        told = _of_colour(plot, group, [piece.name for piece in pieces])
        if not told:
            return {}
        for name, row in told.items():
            values.setdefault(name, {}).update(row)
    return values


def not_by_colour(plot: Plot, names: Sequence[Label]) -> set[str]:
    """The broken lines of a legend that are in the colour of a whole one: by that the edges of that line, its frame and
    letters are taken for theirs.
    """
    groups = _by_colour(_pieces(plot, names)) if plot.scale.is_upright else []
    return {
        piece.name.text
        for group in groups
        if any(piece.is_whole for piece in group)
        for piece in group
        if not piece.is_whole
    }


def _pieces(plot: Plot, names: Sequence[Label]) -> list[_Piece]:
    others = [name for name in names if name not in plot.names]
    return [piece for name in others if (piece := _piece_of(name, names, plot.pixels)) is not None]


def _by_colour(pieces: Sequence[_Piece]) -> list[list[_Piece]]:
    groups: list[list[_Piece]] = []
    for piece in pieces:
        own = next((group for group in groups if _are_alike(group[0], piece)), None)
        if own is None:
            groups.append([piece])
        else:
            own.append(piece)
    return groups


def _are_alike(one: _Piece, other: _Piece) -> bool:
    """Whether two pieces are of one colour: of thin dashes and the edge of a point black is blended with the paper."""
    is_blended = one.is_whole != other.is_whole and min(one.point, other.point) > 0
    is_grey = all(max(piece.colour) - min(piece.colour) <= GREY for piece in (one, other))
    return distance(one.colour, other.colour) <= (2 * SAME_COLOUR if is_blended and is_grey else ALIKE)


def _of_colour(plot: Plot, pieces: Sequence[_Piece], legend: Sequence[Label]) -> Table:
    """The values of the one line of a colour, or of two of which one is broken."""
    one, other = pieces[0], pieces[-1]
    mask = _drawn(plot, one.colour, legend)
    if len(pieces) == 1:
        return {name: {one.name.text: value} for name, value in line_values(plot, mask).items()}
    if len(pieces) != 2 or one.is_whole == other.is_whole:
        return {}
    whole, broken = (one, other) if one.is_whole else (other, one)
    if whole.point and broken.point:
        lines = _with_points(plot, _drawn(plot, whole.colour, legend, is_thin=True), broken.point)
    else:
        lines = _lines_of(plot, mask)
    return _told(plot, lines, (whole.name.text, broken.name.text)) if lines else {}


def _piece_of(name: Label, labels: Sequence[Label], pixels: Pixels) -> _Piece | None:
    box, size, ground = name.bbox, name.size, ground_of(name, pixels)
    before = [one.bbox.r + 1 for one in labels if one.bbox.r < box.l and share_rows(one, name)]
    reach = max(box.l - _REACH * size, 0.0)
    left = max(reach, *before, 0.0)
    area = pixels[int(box.t) : int(box.b) + 1, int(left) : max(int(box.l) - 1, 0)]
    if ground is None or min(area.shape[:2]) < 2:
        return None
    away = away_from(area, ground)
    drawn = away > SAME_COLOUR
    drawn[:, drawn.mean(axis=0) > _FRAME] = False
    if not drawn.any():
        return None
    row = int(drawn.sum(axis=1).argmax())
    columns = np.flatnonzero(drawn[max(row - 1, 0) : row + 2].any(axis=0))
    gaps = np.flatnonzero(np.diff(columns) > _MAX_GAP * size)
    columns = columns[gaps[-1] + 1 :] if len(gaps) else columns
    length, own = columns[-1] + 1 - columns[0], slice(int(columns[0]), int(columns[-1]) + 1)
    part, away = drawn[:, own], away[:, own]
    point = find_point(part)
    beside = np.ones(length, dtype=np.bool_)
    if point is not None:
        beside[point[0]] = False
    # letters and patches are as high as they are wide, and a line that a name stands at the end of goes on
    rows = part[:, beside].any(axis=1)
    is_joined = drawn[:, max(own.start - int(_STEP_PX), 0) : own.start].any()
    goes_on = is_joined or (columns[0] < _MAX_GAP * size and left <= reach)
    if goes_on or length < _MIN_PIECE * size or rows.sum() > max(_MAX_THICK * size, 3):
        return None
    share = np.isin(np.flatnonzero(beside) + own.start, columns).mean()
    colour = common_colour(area[:, own][part & (away >= away[part].max() / 2)], least=0.0)
    if colour is None or not (share >= _WHOLE or share <= _BROKEN[1]):
        return None
    return _Piece(name=name, colour=colour, is_whole=bool(share >= _WHOLE), point=point[1] if point else 0)


def _drawn(plot: Plot, colour: Colour, legend: Sequence[Label], *, is_thin: bool = False) -> Mask:
    """Where something in the colour of the lines is drawn, without their legend; thin, it is half of the paper's."""
    ground = common_colour(plot.inside.reshape(-1, 3), least=0.0) if is_thin else None
    reach = 2 * SAME_COLOUR if ground is None else max(distance(colour, ground) / 2, 2 * SAME_COLOUR)
    mask: Mask = away_from(plot.inside, colour) <= reach
    top, left = plot.along[0], plot.across[0]
    for name in legend:
        box = name.bbox
        rows = slice(max(int(box.t) - top, 0), max(int(box.b) + 1 - top, 0))
        mask[rows, max(int(box.l - _REACH * name.size) - left, 0) : max(int(box.r) + 1 - left, 0)] = False
    # what is written, and the ticks of the axis
    marks, half = plot.scale.places, int(plot.pitch / 4)
    mask[: max(int(marks[0] - plot.names[0].size) - top, 0)] = False
    mask[int(marks[-1] - 2 * _STEP_PX) - top :] = False
    mask[:, : max(int(plot.places[0]) - half - left, 0)] = False
    mask[:, int(plot.places[-1]) + half - left :] = False
    # axes and a frame
    mask[mask.mean(axis=1) > _FRAME] = False
    mask[:, mask.mean(axis=0) > _FRAME] = False
    return mask


def _lines_of(plot: Plot, mask: Mask) -> tuple[Floats, Floats] | None:
    """The heights of the whole and of the broken line in each column of a plot, NaN where there is nothing."""
    from scipy import ndimage

    pieces, count = ndimage.label(mask, np.ones((3, 3)))
    if count < 2:
        return None
    widths = [columns.stop - columns.start for _, columns in ndimage.find_objects(pieces)]
    longest = int(np.argmax(widths)) + 1
    first, last = int(plot.places[0]) - plot.across[0], int(plot.places[-1]) - plot.across[0]
    if widths[longest - 1] < _FRAME * (last - first):
        return None
    whole = _along(pieces == longest)
    rest = mask & (pieces != longest)
    broken, is_third = _middles(rest)
    drawn = ~np.isnan(broken[first : last + 1])
    if not _BROKEN[0] <= drawn.mean() <= _BROKEN[1] or is_third.mean() > _MAX_THIRD:
        return None
    return whole, broken


def _with_points(plot: Plot, mask: Mask, size: int) -> tuple[Floats, Floats] | None:
    """As ``_lines_of``, of lines with points: the broken one has one over each name, of the size of its legend's."""
    from scipy import ndimage

    mask = without_rules(mask)
    pieces, count = ndimage.label(mask, np.ones((3, 3)))
    if count < 2:
        return None
    widths = [columns.stop - columns.start for _, columns in ndimage.find_objects(pieces)]
    longest = int(np.argmax(widths)) + 1
    if widths[longest - 1] < _FRAME * (plot.places[-1] - plot.places[0]):
        return None
    points = heights_of_points(plot, mask & (pieces != longest), size)
    if points is None:
        return None
    broken = np.full(mask.shape[1], np.nan)
    for place, height in zip(plot.places, points, strict=True):
        at = int(place) - plot.across[0]
        broken[max(at, 0) : at + 2] = height
    return _along(pieces == longest), broken


def _along(mask: Mask) -> Floats:
    """The heights of a line that pieces of another one may touch: in each column what follows on what was before."""
    heights = np.full(mask.shape[1], np.nan)
    last, slope = np.nan, 0.0
    for column in np.flatnonzero(mask.any(axis=0)):
        rows = np.flatnonzero(mask[:, column])
        runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
        middles = np.array([run.mean() for run in runs])
        if np.isnan(last):
            # a line begins where most of its first columns are
            last = float(middles[np.argmax([len(run) for run in runs])])
        nearest = runs[int(np.abs(middles - last - slope).argmin())]
        inside = float(np.clip(last + slope, nearest[0], nearest[-1]))
        # a steep line is a long run, and where two lines meet one run is of both
        middle = float(nearest.mean())
        new = middle if abs(middle - last - slope) <= _STEP_PX else inside
        slope = 0.8 * slope + 0.2 * (new - last)
        heights[column] = last = new
    return heights


def _middles(mask: Mask) -> tuple[Floats, NDArray[np.bool_]]:
    """The middle of what is drawn in each column, NaN without and where there is more, as ticks; and where there is."""
    rows = np.arange(mask.shape[0])[:, None]
    counts = mask.sum(axis=0)
    num_runs = (np.diff(mask.astype(np.int8), axis=0, prepend=0) == 1).sum(axis=0)
    middles = np.where(num_runs == 1, (mask * rows).sum(axis=0) / np.maximum(counts, 1), np.nan)
    return middles, num_runs > 1


def _at_ends(plot: Plot, names: Sequence[Label], lines: tuple[Floats, Floats]) -> tuple[str, str] | None:
    """The names that stand at the right ends of the whole and of the broken line."""
    found: list[str] = []
    for heights in lines:
        columns = np.flatnonzero(~np.isnan(heights))
        x, y = plot.across[0] + float(columns[-1]), plot.along[0] + float(heights[columns[-1]])
        near = [
            name
            for name in names
            if abs(name.y - y) <= _AT_END * name.size and -name.size <= name.bbox.l - x <= 2 * _AT_END * name.size
        ]
        if len(near) != 1:
            return None
        found.append(near[0].text)
    return (found[0], found[1]) if found[0] != found[1] else None


def _told(plot: Plot, lines: tuple[Floats, Floats], series: tuple[str, str] | None) -> Table:
    if series is None:
        return {}
    (top, _), (left, _) = plot.along, plot.across
    values: Table = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        for heights, one in zip(lines, series, strict=True):
            height = _height_at(heights, place - left, plot.pitch)
            if height is not None:
                label = plot.label(plot.scale.value_at(top + height), start=top + height, end=top + height, place=place)
                values.setdefault(name.text, {})[one] = label
    return values


def _height_at(heights: Floats, place: float, pitch: float) -> float | None:
    """The height of a line at a place, between the dashes beside it."""
    columns = np.flatnonzero(~np.isnan(heights))
    before, after = columns[columns <= place], columns[columns >= place]
    ends = [int(some[at]) for some, at in ((before, -1), (after, 0)) if len(some)]
    if not ends or (max(ends) - min(ends) if len(ends) > 1 else abs(ends[0] - place)) > _MAX_JUMP * pitch:
        return None
    return float(np.interp(place, columns, heights[columns]))
