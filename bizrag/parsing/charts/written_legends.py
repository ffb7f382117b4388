"""Legends without patches: names at the ends of the parts of a bar, or over its parts in their order. Pure.

Pixels are RGB, [height, width, 3].
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from bizrag.parsing.charts.colours import (
    GREY,
    SAME_COLOUR,
    Colour,
    Legend,
    Pixels,
    distance,
    ground_of,
    ink_of,
    paper_of,
    share_rows,
    without_alike,
)
from bizrag.parsing.charts.labels import ALIGNED, Label
from bizrag.parsing.charts.parted_heads import piece_of

# in sizes of the type: a name stands so near to the end of its part, names over a bar so near above its values
_BESIDE, _OVER = 4.0, 4.0
# degrees between a colour and the one that letters in it seem to have, and between two colours
_SAME_INK, _OTHER_INK = 10.0, 20.0
# "Nice to know Not needed": where a second name begins
_NEXT_NAME = re.compile(r"(?<=[^\W\d_]) (?=[A-Z][a-z])")


def legend_beside(names: Sequence[Label], values: Sequence[Label], pixels: Pixels) -> Legend:
    """Names right of the parts of the last bar, or of the first bars of a group, with the colours of these.

    Between the value that a part holds and its name there is only the part's colour, and then paper. Other bars have
    values on these colours as well.
    """
    paper = paper_of(names, pixels)
    grounds = {value: ground for value in values if (ground := ground_of(value, pixels)) is not None}
    found: Legend = []
    for name in names:
        before = [
            value for value in grounds if abs(value.y - name.y) <= ALIGNED * name.size and value.bbox.r < name.bbox.l
        ]
        value = max(before, key=lambda value: value.bbox.r, default=None)
        if value is None or paper is None:
            continue
        ground = grounds[value]
        is_common = sum(distance(ground, other) <= SAME_COLOUR for other in grounds.values()) > 1
        if is_common and _leads_to(value, name, ground, paper, pixels):
            found.append((name, ground))
    told = without_alike(found)
    return told if len(found) == len(told) > 1 else []


def with_more(legend: Legend, beside: Legend) -> Legend:
    """A legend with the entries of one that names the parts of a bar, if both tell the same where both tell; or ''."""
    known = {name.text: colour for name, colour in legend}
    more = [(name, colour) for name, colour in beside if name.text not in known]
    common = [(known[name.text], colour) for name, colour in beside if name.text in known]
    are_same = common and all(distance(one, other) <= SAME_COLOUR for one, other in common)
    whole = [*legend, *more]
    return whole if more and are_same and len(without_alike(whole)) == len(whole) else []


def _leads_to(value: Label, name: Label, colour: Colour, paper: Colour, pixels: Pixels) -> bool:
    """Whether right of a value its colour goes on, and between that and a name there is nothing but paper."""
    line = pixels[int((value.y + name.y) / 2), int(value.bbox.r) + 1 : int(name.bbox.l) - 1]
    if distance(colour, paper) <= SAME_COLOUR or not len(line):
        return False
    is_own = np.linalg.norm(line - np.array(colour), axis=1) <= SAME_COLOUR
    is_paper = np.linalg.norm(line - np.array(paper), axis=1) <= SAME_COLOUR
    end = int(np.flatnonzero(is_own)[-1]) + 1 if is_own.any() else 0
    # the edge of a part is blended, perhaps with a rule around it
    edge = int(ALIGNED * name.size)
    return bool(end > 0 and is_own[:end].mean() > 1 / 2 and is_paper[end + edge :].all()) and (
        len(line) - end <= _BESIDE * name.size
    )


def legend_by_order(names: Sequence[Label], values: Sequence[Label], pixels: Pixels) -> Legend:
    """As many names on one line as the bar below it has parts, in the order of these, with their colours.

    Some of them are written in the colour of their part, or stand over it, and none in that of another one or over it.
    Names beyond the end of the bar are heads of what stands beside it, or of parts that other bars have there.
    """
    paper = paper_of(names, pixels)
    best: Legend = []
    if paper is None:
        return []
    for first in names:
        row = sorted((name for name in names if share_rows(name, first)), key=lambda name: name.x)
        parts = _parts_below(row, values, paper, pixels) if row else []
        end = parts[-1][0].bbox.r + first.size if parts else 0.0
        near = [name for name in row if name.x <= end]
        for heads in (near, row, _parted(row, len(parts))):
            if len(heads) == len(parts) > max(1, len(best)) and _are_of_parts(heads, parts, pixels):
                best = [(name, colour) for name, (_, colour) in zip(heads, parts, strict=True)]
    told = without_alike(best)
    return told if len(told) == len(best) else []


def _parted(row: Sequence[Label], num_parts: int) -> list[Label]:
    """The names of a line, those that were read as one parted at their capitals where that makes as many as there are
    parts: "Nice to know Not needed".
    """
    parted = [part for name in row for part in (_at_capitals(name) if len(row) < num_parts else [name])]
    return parted if len(parted) == num_parts else []


def _at_capitals(name: Label) -> list[Label]:
    starts = [0, *(found.end() for found in _NEXT_NAME.finditer(name.text)), len(name.text) + 1]
    return [piece_of(name, start, end - 1) for start, end in pairwise(starts)]


def _parts_below(
    row: Sequence[Label], values: Sequence[Label], paper: Colour, pixels: Pixels
) -> list[tuple[Label, Colour]]:
    """The values on the first bar below some names, from left to right, with the colours that they stand on."""
    bottom, size = max(name.y for name in row), row[0].size
    below = [value for value in values if 0 < value.y - bottom <= _OVER * size]
    top = min((value.y for value in below), default=0.0)
    on_bar = [(value, ground_of(value, pixels)) for value in below if value.y - top <= ALIGNED * value.size]
    parts = [(value, ground) for value, ground in on_bar if ground and distance(ground, paper) > SAME_COLOUR]
    return sorted(parts, key=lambda part: part[0].x)


def _are_of_parts(heads: Sequence[Label], parts: Sequence[tuple[Label, Colour]], pixels: Pixels) -> bool:
    """Whether some names are written in the colour of the part at the same place, or two at least stand over its value,
    and none in that of one at another place, or over that.
    """
    inks = [ink_of(name, pixels) for name in heads]
    colours = [colour for _, colour in parts]
    written = [(at, whose) for at, ink in enumerate(inks) if ink and (whose := _nearest(ink, colours)) is not None]
    if written:
        return all(at == whose for at, whose in written)
    over = [
        (at, [place for place, (value, _) in enumerate(parts) if head.bbox.l <= value.x <= head.bbox.r])
        for at, head in enumerate(heads)
    ]
    are_over = all(at in places for at, places in over if places)
    return are_over and sum(at in places for at, places in over) > 1


def _nearest(ink: Colour, colours: Sequence[Colour]) -> int | None:
    """The place of the one colour that thin letters in it look like: thinner, but of its hue."""
    ways = [np.array([255.0, 255.0, 255.0]) - np.array(one) for one in (ink, *colours)]
    lengths = [max(float(np.linalg.norm(way)), 1.0) for way in ways]
    angles = [
        float(np.degrees(np.arccos(np.clip(way @ ways[0] / (length * lengths[0]), -1, 1))))
        if max(colour) - min(colour) > GREY
        else 90.0
        for way, length, colour in zip(ways[1:], lengths[1:], colours, strict=True)
    ]
    order = sorted(range(len(colours)), key=lambda at: angles[at])
    if angles[order[0]] > _SAME_INK:
        return None
    second = angles[order[1]] if len(order) > 1 else 90.0
    if second >= _OTHER_INK:
        return order[0]
    # of two strengths of one hue the nearer one
    return min(order[:2], key=lambda at: distance(ink, colours[at]))
