"""Plans that are set as tables of a PPTX: cells without text that are shaded say from when to when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import TableCell
from bizrag.parsing.slides.plans import Drawn, read_plan
from bizrag.parsing.slides.shapes import DRAWING

# of the cells without text so many are not shaded, or there is no telling what shading means
_MAX_SHADED = 0.6


def shaded_lines(table: Any, cells: Sequence[TableCell]) -> list[str]:
    """The rows of a table whose shaded cells draw a plan, each said with its periods; none where they draw none."""
    empty = [cell for cell in cells if not cell.text and cell.bbox is not None]
    fills = {id(cell): _fill(table, cell) for cell in empty}
    if not empty:
        return []
    ground, num_ground = Counter(fills.values()).most_common(1)[0]
    if len(empty) - num_ground > _MAX_SHADED * len(empty):
        return []
    shaded = [cell for cell in empty if fills[id(cell)] not in (ground, "")]
    # a corner beside several rows of a head is on the level of each
    texts = [
        Drawn(cell.text, cell.bbox) for cell in cells if cell.text and cell.bbox is not None and not _is_high(cell)
    ]
    plan = read_plan(texts, [Drawn("", bar) for bar in _bars(shaded)])
    return [row.text for row in plan.rows] if plan is not None else []


def _is_high(cell: TableCell) -> bool:
    return cell.row_start == 0 and cell.row_end > 1


def _bars(shaded: Sequence[TableCell]) -> Iterator[BoundingBox]:
    """Cells beside each other as one bar."""
    places = sorted((cell.row_start, cell.col_start, number) for number, cell in enumerate(shaded))
    for _, run in groupby(enumerate(places), key=lambda at: (at[1][0], at[1][1] - at[0])):
        boxes = [box for _, (_, _, number) in run if (box := shaded[number].bbox) is not None]
        yield BoundingBox(l=boxes[0].l, t=boxes[0].t, r=boxes[-1].r, b=boxes[0].b)


def _fill(table: Any, cell: TableCell) -> str:
    """The colour that a cell has of its own; empty without one."""
    properties = table.cell(cell.row_start, cell.col_start)._tc.tcPr  # noqa: SLF001 - python-pptx has no public way
    fill = properties.find(f"{DRAWING}solidFill") if properties is not None else None
    return " ".join(str(colour.get("val", "")) for colour in fill) if fill is not None else ""
