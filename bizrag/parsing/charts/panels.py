"""Figures of several charts, each under a letter ("a) Heat use", "(b)"): they are parted, and read one by one. Pure.

Charts of one figure use the same colours for other series, and marks of one stand level with those of the next: read
as one, a legend is given to the bars beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bizrag.parsing.charts.colours import Pixels, is_of_colour, paper_of
from bizrag.parsing.charts.figure_parts import Cell, Drawn, Panel, ends_of_row, levels_of, panels_in, widest_gap
from bizrag.parsing.charts.labels import Label, name_rows

# "a) Heat use", "(B)", "c. Growth": a letter alone, or before its title
_LETTER = re.compile(r"(?P<before>\(?)(?P<letter>[a-hA-H])(?P<behind>[).:]|(?=$))\s*(?P<title>.*)")
# heads of one row miss each other by less, in sizes of the type
_LEVEL = 1.2
# in sizes of the type: letters with less below them stand below their charts
_BELOW = 2.5
# in sizes of the type: what is smaller is no chart, but an entry of a legend
_MIN_SIDE = 6.0


@dataclass(frozen=True, slots=True)
class _Head:
    """The letter of a chart with its title."""

    letter: str
    title: str
    label: Label


def panels_of_figure(labels: Sequence[Label], pixels: Pixels) -> list[Panel]:
    """The charts of a figure in the order of their letters; none where it has one, or where nothing parts them.

    Args:
        labels: all texts, boxes in pixels.
        pixels: RGB, [height, width, 3].
    """
    names = [label for label in labels if not label.is_value]
    heads = _heads(names)
    paper = paper_of(labels, pixels) if heads else None
    if paper is None:
        return []
    cells = list(_cells([head.label for head in heads], labels, ~is_of_colour(pixels, paper)))
    least = _MIN_SIDE * max(head.label.size for head in heads)
    if len(cells) != len(heads) or any(min(cell.right - cell.left, cell.bottom - cell.top) < least for cell in cells):
        return []
    titles = [head.title or _axis_title(cell, labels) for head, cell in zip(heads, cells, strict=True)]
    return panels_in(cells, titles, labels, pixels, paper)


def _axis_title(cell: Cell, labels: Sequence[Label]) -> str:
    """What a chart measures, as is written upwards beside its axis; empty where nothing is."""
    own = [label for label in labels if cell.holds(label) and label.is_upright]
    return min(own, key=lambda label: label.x).text if own else ""


def _heads(labels: Sequence[Label]) -> list[_Head]:
    """The texts that begin with the letters of charts, in their order: each once, from the first, written one way."""
    ways: dict[tuple[str, str, bool], list[_Head]] = {}
    for label in labels:
        if found := _LETTER.fullmatch(label.text.strip()):
            way = (found["before"], found["behind"], found["letter"].isupper())
            ways.setdefault(way, []).append(_Head(found["letter"].lower(), found["title"], label))
    several = [sorted(heads, key=lambda head: head.letter) for heads in ways.values() if _are_in_order(heads)]
    return max(several, key=len, default=[])


def _are_in_order(heads: Sequence[_Head]) -> bool:
    letters = sorted(head.letter for head in heads)
    return len(letters) > 1 and letters == [chr(ord("a") + at) for at in range(len(letters))]


def _cells(heads: Sequence[Label], labels: Sequence[Label], drawn: Drawn) -> Iterator[Cell]:
    """Where each chart lies; fewer than heads where no empty band parts two of them."""
    rows = levels_of(heads, _LEVEL)
    height, width = drawn.shape
    size = max(head.size for head in heads)
    is_below = height - max(head.bbox.b for head in rows[-1]) < _BELOW * size
    edges = [int((max if is_below else min)(_edge(head, is_below=is_below) for head in row)) for row in rows]
    tops = [0, *edges[:-1]] if is_below else edges
    bottoms = edges if is_below else [*edges[1:], height]
    found: dict[int, Cell] = {}
    for row, top, bottom in zip(rows, tops, bottoms, strict=True):
        for low in ends_of_row(drawn[top:bottom], size):
            inside = [label for label in labels if top <= label.y < top + low and label not in heads]
            cuts = _cuts(row, inside, drawn[top : top + low])
            if len(cuts) == len(row) - 1:
                sides = pairwise([0, *cuts, width])
                found |= {
                    id(head): Cell(left, top, right, top + low) for head, (left, right) in zip(row, sides, strict=True)
                }
                break
    yield from (found[id(head)] for head in heads if id(head) in found)


def _cuts(heads: Sequence[Label], labels: Sequence[Label], drawn: Drawn) -> list[int]:
    """Where charts side by side are parted; fewer than between their heads where no empty band is.

    What is written upwards left of a band is the title of the axis behind it.
    """
    names = name_rows([label for label in labels if not label.is_value])
    upright = [label for label in labels if label.is_upright]
    size = max(head.size for head in heads)
    cuts = (widest_gap(drawn, one.bbox.r + 1, other.bbox.l, size, names) for one, other in pairwise(heads))
    return [_before_title(cut, upright) for cut in cuts if cut is not None]


def _before_title(cut: int, titles: Sequence[Label]) -> int:
    return int(min([cut, *(label.bbox.l for label in titles if 0 < cut - label.bbox.r <= label.bbox.width)]))


def _edge(head: Label, *, is_below: bool) -> float:
    return head.bbox.b + head.size / 2 if is_below else max(head.bbox.t - head.size / 2, 0.0)
