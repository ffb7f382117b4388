"""What the table engines hand to each other: words and rules in, a grid of cells out. Nothing here computes."""

from __future__ import annotations

from dataclasses import dataclass

from bizrag.model.geometry import BoundingBox


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word (or an OCR line) on a page; points from the top left corner."""

    text: str
    l: float  # noqa: E741 - the field's customary name
    t: float
    r: float
    b: float
    is_bold: bool = False

    @property
    def height(self) -> float:
        return self.b - self.t

    @property
    def pitch(self) -> float:
        """The mean width of a letter."""
        return (self.r - self.l) / max(len(self.text), 1)

    @property
    def middle_y(self) -> float:
        return (self.t + self.b) / 2

    @property
    def middle_x(self) -> float:
        return (self.l + self.r) / 2

    def is_in(self, box: BoundingBox) -> bool:
        """Whether its middle is in the box."""
        return box.l <= self.middle_x <= box.r and box.t <= self.middle_y <= box.b


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A drawn line or thin bar, horizontal when it is wider than high; points from the top left corner."""

    l: float  # noqa: E741
    t: float
    r: float
    b: float

    @property
    def is_horizontal(self) -> bool:
        return self.r - self.l >= self.b - self.t

    @property
    def x(self) -> float:
        return (self.l + self.r) / 2

    @property
    def y(self) -> float:
        return (self.t + self.b) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """A cell on the grid; indices from 0, ends exclusive; ``bbox`` is around its words, None when it has none."""

    text: str
    row_start: int
    row_end: int
    col_start: int
    col_end: int
    is_header: bool = False
    bbox: BoundingBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGrid:
    """A table: its cells, which do not overlap, and how sure its builder is (0 to 1)."""

    num_rows: int
    num_cols: int
    cells: tuple[GridCell, ...]
    confidence: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CellFrame:
    """A cell that a model proposes before words are in it: its place on the grid and its box in points."""

    row_start: int
    row_end: int
    col_start: int
    col_end: int
    is_header: bool
    bbox: BoundingBox


def box_of(words: list[Word]) -> BoundingBox | None:
    """The smallest box around the words; None without words."""
    if not words:
        return None
    return BoundingBox(
        l=min(word.l for word in words),
        t=min(word.t for word in words),
        r=max(word.r for word in words),
        b=max(word.b for word in words),
    )
