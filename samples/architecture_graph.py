"""docs/images/assets.svg: the graph of the assets, drawn from the stage table.

Run ``python -m samples.architecture_graph``. Shared stages stand in the upper row, what each index has of its own in
the lower one, what looks at an index right of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path

from bizrag.pipeline.stages import STAGES, Stage, StageName

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "assets.svg"

_WIDTH_PX, _HEIGHT_PX = 190, 64
_GAP_X_PX, _GAP_Y_PX, _EDGE_PX = 46, 96, 30
#: what reads an index and is no stage of a document: name, group, grain
_READERS = (
    ("corpus", "inspect", "one row per index"),
    ("question_set", "evaluation", "one row per question"),
    ("evaluation", "evaluation", "one row per question asked"),
)


@dataclass(frozen=True, slots=True)
class Box:
    """An asset in the drawing, by the place of its left upper corner."""

    name: str
    group: str
    grain: str
    x: int
    y: int


def boxes() -> dict[str, Box]:
    """All assets by name."""
    shared = [stage for stage in STAGES if not stage.is_per_index]
    own = [stage for stage in STAGES if stage.is_per_index]
    found = {stage.name.value: _stage_box(stage, at, 0) for at, stage in enumerate(shared)}
    found |= {stage.name.value: _stage_box(stage, at, 1) for at, stage in enumerate(own)}
    for row, (name, group, grain) in enumerate(_READERS):
        x, y = _place(len(own), 1)
        found[name] = Box(name, group, grain, x, y + row * (_HEIGHT_PX + 14))
    return found


def _place(column: int, row: int) -> tuple[int, int]:
    return _EDGE_PX + column * (_WIDTH_PX + _GAP_X_PX), _EDGE_PX + row * (_HEIGHT_PX + _GAP_Y_PX)


def _stage_box(stage: Stage, column: int, row: int) -> Box:
    # the first words: what stands behind them is for the asset's own page
    grain = stage.grain.partition(":")[0].partition(" that ")[0]
    return Box(stage.name.value, stage.group, grain, *_place(column, row))


def edges() -> list[tuple[str, str]]:
    """Who reads whom: upstream first."""
    read = [(upstream.value, stage.name.value) for stage in STAGES for upstream in stage.upstream]
    return read + [(StageName.SEARCH_INDEX.value, name) for name, _, _ in _READERS]


def draw() -> str:
    """The drawing."""
    placed = boxes()
    width = max(box.x for box in placed.values()) + _WIDTH_PX + _EDGE_PX
    height = max(box.y for box in placed.values()) + _HEIGHT_PX + _EDGE_PX
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        'font-family="Helvetica, Arial, sans-serif">',
        "<title>The assets of bizrag, and which reads which</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#5c6662"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#faf8f4"/>',
        *(_arrow(placed[before], placed[after]) for before, after in edges()),
        *(_drawn(box) for box in placed.values()),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _arrow(before: Box, after: Box) -> str:
    if before.y == after.y:
        path = _beside(before, after)
    elif before.name == StageName.SEARCH_INDEX.value:
        x, y, to = before.x + _WIDTH_PX, before.y + _HEIGHT_PX // 2, after.y + _HEIGHT_PX // 2
        path = f"M{x} {y}C{x + _GAP_X_PX} {y} {after.x - _GAP_X_PX} {to} {after.x - 2} {to}"
    else:
        x, y = before.x + _WIDTH_PX // 2, before.y + _HEIGHT_PX
        to, middle = after.x + _WIDTH_PX // 2, (y + after.y) // 2
        path = f"M{x} {y}C{x} {middle} {to} {middle} {to} {after.y - 2}"
    return f'<path d="{path}" fill="none" stroke="#5c6662" stroke-width="1.4" marker-end="url(#tip)"/>'


def _beside(before: Box, after: Box) -> str:
    if after.x - before.x <= _WIDTH_PX + _GAP_X_PX:
        y = before.y + _HEIGHT_PX // 2
        return f"M{before.x + _WIDTH_PX} {y}H{after.x - 2}"
    # over the boxes between
    start, end = before.x + _WIDTH_PX * 3 // 4, after.x + _WIDTH_PX // 4
    top = before.y - 22
    return f"M{start} {before.y}C{start} {top} {end} {top} {end} {after.y - 2}"


def _drawn(box: Box) -> str:
    middle = box.x + _WIDTH_PX // 2
    own = box.y > _EDGE_PX
    name = box.name if not own else "evaluation/‹set›" if box.name == "evaluation" else f"‹index›/{box.name}"
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{_WIDTH_PX}" height="{_HEIGHT_PX}" rx="9" '
        f'fill="{"#e1eeec" if own else "#fff"}" stroke="#18575b"/>'
        f'<text x="{middle}" y="{box.y + 25}" text-anchor="middle" font-size="15" font-weight="700" fill="#1d2422">'
        f"{escape(name)}</text>"
        f'<text x="{middle}" y="{box.y + 42}" text-anchor="middle" font-size="10.5" fill="#4a5350">'
        f"{escape(box.grain)}</text>"
        f'<text x="{middle}" y="{box.y + 56}" text-anchor="middle" font-size="10" fill="#6b736f">'
        f"{escape(box.group)}</text>"
    )


if __name__ == "__main__":
    PICTURE.write_text(draw(), encoding="utf-8")
