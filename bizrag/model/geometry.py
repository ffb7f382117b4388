"""Where something stands in a document.

All boxes are in PDF points (1/72 inch) with the origin at the top left of the page; parsers convert on the way in
(12,700 EMU are one point).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundingBox:
    """A rectangle on a page: left, top, right, bottom in points from the top left corner, ``l <= r`` and ``t <= b``."""

    l: float  # noqa: E741 - the field's customary name
    t: float
    r: float
    b: float

    def __post_init__(self) -> None:
        if self.l > self.r or self.t > self.b:
            raise ValueError(f"a box needs l <= r and t <= b: {self}")

    @property
    def width(self) -> float:
        return self.r - self.l

    @property
    def height(self) -> float:
        return self.b - self.t

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def middle_x(self) -> float:
        return (self.l + self.r) / 2

    @property
    def middle_y(self) -> float:
        return (self.t + self.b) / 2

    def holds_centre(self, other: BoundingBox) -> bool:
        """Whether the centre of another box of the page lies in this one.

        >>> page = BoundingBox(l=0, t=0, r=10, b=10)
        >>> page.holds_centre(BoundingBox(l=8, t=8, r=11, b=11)), page.holds_centre(BoundingBox(l=9, t=9, r=13, b=9))
        (True, False)
        """
        return self.l <= other.middle_x <= self.r and self.t <= other.middle_y <= self.b

    def union(self, other: BoundingBox) -> BoundingBox:
        """The smallest box around both.

        >>> BoundingBox(l=0, t=0, r=1, b=1).union(BoundingBox(l=2, t=3, r=4, b=5))
        BoundingBox(l=0, t=0, r=4, b=5)
        """
        return BoundingBox(
            l=min(self.l, other.l), t=min(self.t, other.t), r=max(self.r, other.r), b=max(self.b, other.b)
        )

    def intersection_area(self, other: BoundingBox) -> float:
        """Area that both cover, 0 where they do not meet.

        >>> BoundingBox(l=0, t=0, r=2, b=2).intersection_area(BoundingBox(l=1, t=1, r=4, b=5))
        1
        """
        width = min(self.r, other.r) - max(self.l, other.l)
        height = min(self.b, other.b) - max(self.t, other.t)
        return width * height if width > 0 and height > 0 else 0.0

    def clipped(self, *, width: float, height: float) -> BoundingBox:
        """The part of the box that lies on a page of this size (points)."""
        left, top = min(max(self.l, 0.0), width), min(max(self.t, 0.0), height)
        right, bottom = min(max(self.r, left), width), min(max(self.b, top), height)
        return BoundingBox(l=left, t=top, r=right, b=bottom)

    def to_json(self) -> list[float]:
        """``[l, t, r, b]``, rounded to a hundredth of a point."""
        return [round(self.l, 2), round(self.t, 2), round(self.r, 2), round(self.b, 2)]

    @classmethod
    def from_json(cls, value: list[float]) -> Self:
        left, top, right, bottom = value
        return cls(l=left, t=top, r=right, b=bottom)


@dataclass(frozen=True, slots=True, kw_only=True)
class Locator:
    """One place: a box on a page, or a span of characters where a format has no pages.

    Raises ValueError when neither a page nor a character span is given.
    """

    # 1-based physical page; None for formats without pages (DOCX, HTML, TXT)
    page_no: int | None = None
    # None means the whole page
    bbox: BoundingBox | None = None
    # span in the document text (blocks joined by a blank line), end exclusive
    char_start: int | None = None
    char_end: int | None = None

    def __post_init__(self) -> None:
        if self.page_no is None and self.char_start is None:
            raise ValueError("a locator needs a page or a character span")
        if self.page_no is not None and self.page_no < 1:
            raise ValueError(f"page numbers start at 1, not {self.page_no}")

    def to_json(self) -> dict[str, Any]:
        """The public form: ``{page, bbox, unit, origin}`` or ``{char_start, char_end}``, or both."""
        value: dict[str, Any] = {}
        if self.page_no is not None:
            value |= {
                "page": self.page_no,
                "bbox": self.bbox.to_json() if self.bbox else None,
                "unit": "pt",
                "origin": "top-left",
            }
        if self.char_start is not None:
            value |= {"char_start": self.char_start, "char_end": self.char_end}
        return value

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        bbox = value.get("bbox")
        return cls(
            page_no=value.get("page"),
            bbox=BoundingBox.from_json(bbox) if bbox else None,
            char_start=value.get("char_start"),
            char_end=value.get("char_end"),
        )
