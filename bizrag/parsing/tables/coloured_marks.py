"""Marks in the cells of a table whose colour is what they say, as traffic lights do: "● red", "● green"."""

from __future__ import annotations

import re
from collections.abc import Callable
from colorsys import rgb_to_hsv
from dataclasses import replace

import numpy as np
from PIL import Image

from bizrag.parsing.charts.colours import Colour, Pixels, away_from
from bizrag.parsing.draft import DraftPage, DraftTable
from bizrag.parsing.images.render import crop

_MARK = re.compile(r"[●⬤•■◼▪◆▲▼]")
# of 255: a mark differs so much from its ground; in grey a colour has no name
_MIN_INK, _GREY = 60.0, 40
# degrees on the circle of colours where one ends and the next begins
_HUES = ((18.0, "red"), (68.0, "amber"), (170.0, "green"), (260.0, "blue"), (325.0, "purple"), (360.0, "red"))
# so many marks in several colours tell something by these
_MIN_MARKS, _MIN_COLOURS = 3, 2


def name_colours(table: DraftTable, page: DraftPage, page_image: Callable[[], Image.Image | None]) -> None:
    """Write the colours of a table's marks behind them, in place, where there are several.

    Args:
        table: boxes in points.
        page: its size in points.
        page_image: draws the whole page; called where the table has such marks.
    """
    marked = [
        (at, cell.bbox)
        for at, cell in enumerate(table.cells)
        if cell.bbox is not None and _MARK.fullmatch(cell.text.strip())
    ]
    image = page_image() if len(marked) >= _MIN_MARKS else None
    if image is None:
        return
    parts = {at: crop(image, box, width_pt=page.width_pt, height_pt=page.height_pt) for at, box in marked}
    names = {at: _name_of(np.asarray(part.convert("RGB")).astype(np.int16)) for at, part in parts.items() if part}
    if len(names) < len(marked) or None in names.values() or len(set(names.values())) < _MIN_COLOURS:
        return
    for at, name in names.items():
        table.cells[at] = replace(table.cells[at], text=f"{table.cells[at].text.strip()} {name}")


def _name_of(pixels: Pixels) -> str | None:
    """The name of the colour that a mark has; None where it is grey."""
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    ground = np.median(edge, axis=0)
    away = away_from(pixels, ground.tolist())
    if not (away >= _MIN_INK).any():
        return None
    # the edges of a mark are blended with its ground
    red, green, blue = np.median(pixels[away >= 0.8 * away.max()], axis=0).tolist()
    return _colour_name((int(red), int(green), int(blue)))


def _colour_name(colour: Colour) -> str | None:
    """What a colour is called.

    >>> [_colour_name(one) for one in ((220, 40, 40), (245, 180, 0), (0, 150, 70), (128, 128, 130))]
    ['red', 'amber', 'green', None]
    """
    most, least = max(colour), min(colour)
    if most - least < _GREY:
        return None
    hue = rgb_to_hsv(*(channel / 255 for channel in colour))[0] * 360
    return next(name for end, name in _HUES if hue <= end)
