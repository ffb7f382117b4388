"""Sides of docling's cells as plain numbers: its own conversions make a validated model for each cell and step."""

from __future__ import annotations

from typing import Any

Sides = tuple[float, float, float, float]


def sides(rect: Any) -> Sides:
    """Left, top, right, bottom of a docling ``BoundingRectangle``, from the origin that it counts from."""
    xs = (rect.r_x0, rect.r_x1, rect.r_x2, rect.r_x3)
    ys = (rect.r_y0, rect.r_y1, rect.r_y2, rect.r_y3)
    low, high = min(ys), max(ys)
    return (min(xs), high, max(xs), low) if _counts_upwards(rect) else (min(xs), low, max(xs), high)


def sides_from_top(rect: Any, page_height: float) -> Sides:
    """Left, top, right, bottom in points from the top left corner of a page of that height."""
    left, top, right, bottom = sides(rect)
    return (
        (left, page_height - top, right, page_height - bottom) if _counts_upwards(rect) else (left, top, right, bottom)
    )


def _counts_upwards(rect: Any) -> bool:
    # docling's CoordOrigin is a str
    return bool(rect.coord_origin == "BOTTOMLEFT")
