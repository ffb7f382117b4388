"""What parsing a file yields: pages, blocks in reading order, tables and pictures."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum

from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_json

_PLACEHOLDER = re.compile(r"<<(?:table|picture)_\d+>>")

#: stands before a value that a chart does not print, measured by the marks of its axis: it is nearly so
MEASURED = "\u2248"


# the caption of a part of a table that is too long for one
_PART = re.compile(r"Rows [\d,]+ to [\d,]+ of [\d,]+\b")


def part_caption(first: int, last: int, total: int) -> str:
    """What the caption of a part of a table says: which of its rows it has, counted from 1.

    >>> part_caption(401, 800, 1000)
    'Rows 401 to 800 of 1,000'
    """
    return f"Rows {first:,} to {last:,} of {total:,}"


def is_part_of_table(text: str) -> bool:
    """Whether the text of a table begins as that of a part of one does.

    >>> is_part_of_table("Rows 401 to 800 of 1,000\\nO-401: Kite."), is_part_of_table("Rows of the hall")
    (True, False)
    """
    return _PART.match(text) is not None


class BlockKind(StrEnum):
    """What a block of a page is."""

    HEADING = "heading"
    TEXT = "text"
    LIST_ITEM = "list_item"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    CODE = "code"
    FORMULA = "formula"
    # the text of these two is the placeholder of the table or picture
    TABLE = "table"
    PICTURE = "picture"
    # page furniture: stored, and not in the reading text; what it alone says is a chunk (``chunking/margins.py``)
    PAGE_HEADER = "page_header"
    PAGE_FOOTER = "page_footer"

    @property
    def is_furniture(self) -> bool:
        return self in (BlockKind.PAGE_HEADER, BlockKind.PAGE_FOOTER)


def table_placeholder(ordinal: int) -> str:
    """The mark that stands where a table stood (MM-BizRAG: T(page)).

    >>> table_placeholder(3)
    '<<table_3>>'
    """
    return f"<<table_{ordinal}>>"


def picture_placeholder(ordinal: int) -> str:
    """The mark that stands where a picture stood."""
    return f"<<picture_{ordinal}>>"


def is_placeholder(text: str) -> bool:
    """Whether a text is the mark of a table or picture and nothing else.

    >>> is_placeholder("<<picture_2>>"), is_placeholder("See <<table_1>>.")
    (True, False)
    """
    return _PLACEHOLDER.fullmatch(text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A paragraph, heading, list item ... in reading order."""

    # 0-based position in the document's reading order; furniture is numbered too
    ordinal: int
    kind: BlockKind
    text: str
    # None for formats without pages
    page_no: int | None = None
    bbox: BoundingBox | None = None
    # headings only: 1 is the highest
    level: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCell:
    """A cell on the grid; end indices are exclusive."""

    text: str
    row_start: int
    row_end: int
    col_start: int
    col_end: int
    is_header: bool = False
    bbox: BoundingBox | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableArtifact:
    """A table: its grid, its markdown (merged cells repeated) and its place."""

    # 1-based in the document; the placeholder is <<table_ordinal>>
    ordinal: int
    num_rows: int
    num_cols: int
    cells: tuple[TableCell, ...]
    markdown: str
    caption: str = ""
    page_no: int | None = None
    bbox: BoundingBox | None = None

    @property
    def placeholder(self) -> str:
        return table_placeholder(self.ordinal)

    @property
    def artifact_sha256(self) -> str:
        """Hash of the content alone, so that an equal table elsewhere shares its description."""
        return sha256_json(["table", self.caption, self.markdown])


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureArtifact:
    """A picture, chart or diagram: its image, the text inside it and its place."""

    # 1-based in the document; the placeholder is <<picture_ordinal>>
    ordinal: int
    # the crop as a blob; None when it could not be rendered (reported as a warning of the parse)
    image_sha256: str | None
    width_px: int
    height_px: int
    caption: str = ""
    # labels and numbers inside the picture, in reading order: they stay searchable
    text: str = ""
    # values of a chart as a markdown table, else empty; those that are measured begin with MEASURED
    chart_markdown: str = ""
    page_no: int | None = None
    bbox: BoundingBox | None = None

    @property
    def placeholder(self) -> str:
        return picture_placeholder(self.ordinal)

    @property
    def artifact_sha256(self) -> str:
        return sha256_json(["picture", self.caption, self.text, self.chart_markdown, self.image_sha256])


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A physical page (or slide)."""

    # 1-based
    page_no: int
    width_pt: float
    height_pt: float
    # reading text with placeholders, without furniture
    text: str
    image_sha256: str | None = None
    # True when the text was recognised from the page's image
    is_ocr: bool = False
    # Tokens and numbers of the page's own text layer, and how many of them reached no block, table, picture or
    # furniture.
    num_layer_tokens: int = 0
    num_lost_tokens: int = 0
    num_layer_numbers: int = 0
    num_lost_numbers: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Parse:
    """A parsed file: everything later stages read."""

    # as in the settings: same bytes and same fingerprint need no second parse
    content_sha256: str
    parser_fingerprint: str
    pages: tuple[Page, ...]
    blocks: tuple[Block, ...]
    tables: tuple[TableArtifact, ...]
    pictures: tuple[PictureArtifact, ...]
    # pages that could not be read, or whose layout could not be analysed (their plain text is kept), rising
    failed_pages: tuple[int, ...] = ()
    # one line each, for a person: what is missing and why (no page images without LibreOffice, ...)
    warnings: tuple[str, ...] = ()
    # wall seconds by step: layout, ocr, table_structure, render, ...
    seconds: dict[str, float] = field(default_factory=dict[str, float])

    @property
    def parse_id(self) -> str:
        return sha256_json([self.content_sha256, self.parser_fingerprint])[:32]

    @property
    def text(self) -> str:
        """The reading text of the document: blocks without furniture, joined by blank lines.

        Character spans of locators count in this text.
        """
        return "\n\n".join(block.text for block in self.blocks if not block.kind.is_furniture)
