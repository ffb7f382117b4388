"""Captions of charts on slides: the line that the values of a chart stand under. Pure."""

from __future__ import annotations

from bizrag.model.retrieval import Hit

_START, _END, _VALUES = "[PICTURE START]", "[PICTURE END]", "Values:"


def chart_caption(hit: Hit, start: int) -> str:
    """The caption of the chart that a place in the text of a slide is in; empty without one."""
    _, mark, above = hit.text[:start].rpartition(_START)
    if not mark or _END in above:
        return ""
    return above.lstrip("\n").split("\n", 1)[0].removesuffix(_VALUES)


def is_chart_caption(hit: Hit, start: int, end: int) -> bool:
    """Whether a piece of the text of a slide is the caption of a chart."""
    return hit.text[:start].rstrip("\n").endswith(_START) and hit.text.startswith(f"\n{_VALUES}", end)
