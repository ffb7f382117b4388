"""Lines and areas of charts, measured over the middle of each name. Pure."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from bizrag.parsing.charts.colours import SAME_COLOUR, Colour, common_colour, is_of_colour
from bizrag.parsing.charts.labels import Label, Table
from bizrag.parsing.charts.plots import Mask, Plot

# of the plot's height: what a line and its points cover over one place
_LINE_SHARE, _MIN_LINE_PX = 0.05, 12.0
# of its largest piece another one of a line has
_PIECE_SHARE = 0.1
# of a row of pixels: what an axis or the grid covers
_RULE_SHARE = 0.97
# of the way from the first point to the last: so far beyond them it goes on at least, unlike lines with their points
_BEYOND = 0.03
# where a line is looked for beside the middle of a name, and an area inside its ends
_ASIDE_PX, _INSIDE_PX = (0, 2, -2, 4, -4), 5
# of its columns and rows an area fills, and of what has a colour a line's own and what is blended with the ground
_FILLED = 0.9
# so near to the axis an area begins
_NEAR_FLOOR_PX = 8.0
# where one area ends and the next begins, colours are blended over so many pixels
_EDGE_PX = 4.0
# bars that touch have so many steps, and of their outline is so much flat
_MIN_STEPS, _FLAT = 4, 0.8
# of what has a colour the colour of the one line; colours that differ less in their channels are grey
_MIN_SHARE, _GREY = 0.25, 24
# beside so much of a line something else of its colour is drawn where another line is, in dashes, too
_TWO_LINES = 0.4


def line_values(plot: Plot, mask: Mask) -> dict[str, Label]:
    """The values of a line over the middle of each name."""
    from scipy import ndimage

    top, left = plot.along[0], plot.across[0]
    most = max(_MIN_LINE_PX, _LINE_SHARE * mask.shape[0])
    mask = mask & ~_rules(plot, mask)[:, None]
    pieces, _ = ndimage.label(mask, np.ones((3, 3)))
    areas = np.bincount(pieces.ravel())
    areas[0] = 0
    values: dict[str, Label] = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        # the first and the last point may lie under an axis
        for aside in _ASIDE_PX:
            at = int(place) - left + aside
            band = pieces[:, max(at - 1, 0) : max(at + 2, 0)]
            if band.any():
                break
        # edges of other lines may have its colour, in smaller pieces
        piece = max(np.unique(band), key=lambda piece: areas[piece], default=0)
        rows = np.flatnonzero((band == piece).any(axis=1))
        if piece and areas[piece] >= _PIECE_SHARE * areas.max() and rows[-1] - rows[0] <= most:
            middle = top + (rows[0] + rows[-1] + 1) / 2
            value = plot.scale.value_at(middle)
            # an axis from 0 ends there: what is drawn below is a mark or a legend
            if min(plot.scale.numbers) == 0 and value < -_EDGE_PX * abs(plot.scale.per_px):
                continue
            values[name.text] = plot.label(value, start=middle, end=middle, place=place)
    return values


def _rules(plot: Plot, mask: Mask) -> NDArray[np.bool_]:
    """Which rows of pixels are an axis, the frame or the grid in the line's colour: those go on beyond the points."""
    left, places = plot.across[0], plot.places
    beyond = min(_BEYOND * (places[-1] - places[0]), plot.pitch / 2)
    reach = mask[:, max(int(places[0] - beyond) - left, 0) : int(places[-1] + beyond) + 1 - left]
    rules: NDArray[np.bool_] = reach.mean(axis=1) > _RULE_SHARE
    return rules


def area_values(plot: Plot, mask: Mask) -> Table:
    """The values of an area that fills the plot from the axis up to a line, from the first name to the last."""
    (top, _), (left, _) = plot.along, plot.across
    floor = plot.scale.place_of(plot.scale.base)
    first, last = int(plot.places[0]) - left, int(plot.places[-1]) - left
    # titles and values stand over it
    mask = _largest_piece(mask)
    if mask[:, first:last].any(axis=0).mean() < _FILLED or _is_staircase(mask[:, first:last]):
        return {}
    values: Table = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        # the edge of the area at its ends is no part of it
        rows = np.flatnonzero(mask[:, min(max(int(place) - left, first + _INSIDE_PX), last - _INSIDE_PX)])
        if not len(rows) or rows[0] == 0 or rows[-1] == len(mask) - 1 or len(rows) < _FILLED * (rows[-1] + 1 - rows[0]):
            continue
        ends = (top + float(rows[0]), top + float(rows[-1] + 1))
        if min(abs(end - floor) for end in ends) <= _NEAR_FLOOR_PX:
            end = max(ends, key=lambda end: abs(end - floor))
            label = plot.label(plot.scale.value_at(end), start=floor, end=end, place=place)
            values[name.text] = {"": label}
    return values


def _largest_piece(mask: Mask) -> Mask:
    from scipy import ndimage

    pieces, _ = ndimage.label(mask)
    areas = np.bincount(pieces.ravel())
    areas[0] = 0
    return np.asarray((pieces == areas.argmax()) & mask)


def _is_staircase(mask: Mask) -> bool:
    """Whether what is filled are bars that touch each other: over a name their edge may lie, and nothing is told."""
    heights = mask.sum(axis=0)
    steps = np.abs(np.diff(heights[heights > 0]))
    # most columns of pixels are as high as the one before them, and some much higher or lower
    return bool((steps > _EDGE_PX).sum() >= _MIN_STEPS and (steps <= 1).mean() >= _FLAT)


def stacked_areas(plot: Plot, masks: Mapping[str, Mask]) -> Table:
    """The values of areas that stand on each other, the lowest of them on the axis, over each name."""
    (top, _), (left, _) = plot.along, plot.across
    floor = plot.scale.place_of(plot.scale.base)
    first, last = int(plot.places[0]) - left, int(plot.places[-1]) - left
    drawn = np.logical_or.reduce(list(masks.values()))
    if drawn[:, first:last].any(axis=0).mean() < _FILLED:
        return {}
    values: Table = {}
    for name, place in zip(plot.names, plot.places, strict=True):
        at = min(max(int(place) - left, first + _INSIDE_PX), last - _INSIDE_PX)
        parts = {series: np.flatnonzero(mask[:, at]) for series, mask in masks.items() if mask[:, at].any()}
        if not parts:
            continue
        ends = [(float(rows[0]), float(rows[-1] + 1)) for rows in parts.values()]
        low, high = min(start for start, _ in ends), max(end for _, end in ends)
        heights = [end - start for start, end in ends]
        are_whole = all(len(rows) >= _FILLED * height for rows, height in zip(parts.values(), heights, strict=True))
        # of parts that lie over each other, or apart, the heights are no values
        is_stack = abs(sum(heights) - (high - low)) <= len(parts) * _EDGE_PX
        if are_whole and is_stack and min(abs(top + end - floor) for end in (low, high)) <= _NEAR_FLOOR_PX:
            per_px = abs(plot.scale.per_px)
            values[name.text] = {
                series: plot.label((end - start) * per_px, start=top + start, end=top + end, place=place)
                for series, (start, end) in zip(parts, ends, strict=True)
            }
    return values


def lone_line(plot: Plot, ground: Colour) -> Mask:
    """Where the one line is drawn that has a colour; nowhere, if there are more, though of one colour: colours do
    not tell which of them is broken.
    """
    inside = plot.inside
    is_coloured = inside.max(axis=2) - inside.min(axis=2) > _GREY
    coloured = inside[is_coloured]
    colour = common_colour(coloured, least=_MIN_SHARE) if len(coloured) else None
    near: Mask = np.zeros(inside.shape[:2], dtype=np.bool_)
    if colour is None or np.linalg.norm(np.subtract(colour, ground)) <= SAME_COLOUR:
        return near
    # its edge is blended with the ground
    way = np.subtract(ground, colour).astype(float)
    share = np.clip((coloured - np.array(colour)) @ way / (way @ way), 0, 1)
    away = np.linalg.norm(coloured - (np.array(colour) + share[:, None] * way), axis=1)
    if (away <= SAME_COLOUR).mean() >= _FILLED:
        near = is_of_colour(inside, colour)
    return np.zeros_like(near) if _are_two_lines(near) else near


def _are_two_lines(mask: Mask) -> bool:
    """Whether beside the longest piece of a line there are others along most of it."""
    from scipy import ndimage

    pieces, count = ndimage.label(mask, np.ones((3, 3)))
    if count < 2:
        return False
    areas = np.bincount(pieces.ravel())
    longest = int(areas[1:].argmax()) + 1
    is_longest = (pieces == longest).any(axis=0)
    is_other = ((pieces > 0) & (pieces != longest)).any(axis=0)
    return bool((is_longest & is_other).sum() > _TWO_LINES * is_longest.sum())
