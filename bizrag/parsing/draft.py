"""A document while it is being parsed: items in reading order that may still move, grow or be added.

Every format's reader fills a draft; ``finish`` numbers its items once and writes the placeholders, so that each table
and picture stands in the text exactly once whatever happened before.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import (
    Block,
    BlockKind,
    Page,
    Parse,
    PictureArtifact,
    TableArtifact,
    TableCell,
    picture_placeholder,
    table_placeholder,
)
from bizrag.model.words import INVISIBLE, MONTH
from bizrag.parsing.tables.grids import to_markdown

# A document that talks about placeholders must not look like one that has them.
_FOREIGN_PLACEHOLDER = re.compile(r"<<(table|picture)_(\d+)>>")
# Controls that no text needs and that Postgres (NUL) or XML refuses; tab and line feed stay.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
# a soft hyphen that shows, and the blank for the line's end
_SOFT_HYPHEN = re.compile(r"\xad(?:\s+(?=\w))?")

# "December 31 2 0 1 8", as headings of columns are spaced out
_SPACED_YEAR = re.compile(
    rf"\b(?P<day>{MONTH}(?: \d{{1,2}},?)?) (?P<year>(?:1 9|2 0) \d \d)(?!\S| \d\b)", re.IGNORECASE
)
_YEAR_ALONE = re.compile(r"(?:1 9|2 0) \d \d")

# Accents that stand before their letters, as in fonts without accented ones; a typed apostrophe or quote is none.
_ACCENTS = str.maketrans("¨ˆ˜ˇ˚¸´`", "\u0308\u0302\u0303\u030c\u030a\u0327\u0301\u0300")
_ACCENTED = re.compile(r"([¨ˆ˜ˇ˚¸]|(?<=[^\W\d_]{2})[´`](?=[aeiouAEIOU])|(?<!\w)´(?=[AEIOU])) ?([^\W\d_])")


def clean_text(text: str) -> str:
    """Text that can be stored: no controls, nothing invisible, no lone surrogates, no look-alike of a placeholder.

    >>> clean_text("a\\x00b <<table_1>>")
    'ab << table_1 >>'
    >>> clean_text("serial num\xad ber")
    'serial number'
    >>> clean_text("co\u200bopera\u2060tion")
    'cooperation'
    >>> clean_text("Fl¨uela, Poincar´e, it´s")
    'Flüela, Poincaré, it´s'
    >>> clean_text("December 31 2 0 1 8"), clean_text("in March 2 0 1 8 9")
    ('December 31 2018', 'in March 2 0 1 8 9')
    """
    # pdfium and docling-parse write a hyphen at a line end as STX
    text = _SOFT_HYPHEN.sub("", text.replace("\x02", "-"))
    text = _CONTROLS.sub("", INVISIBLE.sub("", text).replace("\r\n", "\n").replace("\r", "\n"))
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = _ACCENTED.sub(_accented, text)
    text = _SPACED_YEAR.sub(lambda found: f"{found['day']} {found['year'].replace(' ', '')}", text)
    return unicodedata.normalize("NFC", _FOREIGN_PLACEHOLDER.sub(r"<< \1_\2 >>", text)).strip()


def _cell_text(text: str) -> str:
    """The text of a cell on one line; a year that is spaced out and nothing else as one word: "2 0 1 8"."""
    line = " ".join(clean_text(text).split())
    return line.replace(" ", "") if _YEAR_ALONE.fullmatch(line) else line


def _accented(found: re.Match[str]) -> str:
    """A letter with the accent before it, as one where there is such a letter."""
    accent, letter = found.groups()
    both = unicodedata.normalize("NFC", letter.replace("ı", "i") + accent.translate(_ACCENTS))
    return both if len(both) == 1 else found[0]


@dataclass(slots=True, kw_only=True)
class DraftText:
    """A paragraph, heading, list item, caption or piece of page furniture."""

    kind: BlockKind
    text: str
    page_no: int | None = None
    bbox: BoundingBox | None = None
    level: int | None = None
    # headings of PDFs: height of their letters, which levels are told from
    letter_pt: float = 0.0
    # headings that the outline of a PDF names: how deep they stand there, from 1
    outline_level: int | None = None


@dataclass(slots=True, kw_only=True)
class DraftTable:
    """A table; its markdown is written at the end, from its cells."""

    num_rows: int
    num_cols: int
    cells: list[TableCell]
    caption: str = ""
    page_no: int | None = None
    bbox: BoundingBox | None = None


@dataclass(slots=True, kw_only=True)
class DraftPicture:
    """A picture; the crop is stored before the draft is finished."""

    image_sha256: str | None = None
    width_px: int = 0
    height_px: int = 0
    caption: str = ""
    text: str = ""
    chart_markdown: str = ""
    # what stands over the values of a chart, before it is known whether it is of the chart alone
    title: str = ""
    page_no: int | None = None
    bbox: BoundingBox | None = None


DraftItem = DraftText | DraftTable | DraftPicture


@dataclass(frozen=True, slots=True, kw_only=True)
class Joint:
    """Two words of a text layer that follow each other, within a line or over its end."""

    first: str
    second: str
    # the first one ends with a hyphen, or
    is_line_end: bool
    # no blank stands between lines of this script
    is_unspaced: bool = False


@dataclass(slots=True, kw_only=True)
class DraftPage:
    """A page and the account of its text layer."""

    page_no: int
    width_pt: float
    height_pt: float
    image_sha256: str | None = None
    is_ocr: bool = False
    # what was filled in over it is part of it by now, other than in the file
    is_filled: bool = False
    # it was turned so that its text is level, other than in the file
    is_turned: bool = False
    num_layer_tokens: int = 0
    num_lost_tokens: int = 0
    num_layer_numbers: int = 0
    num_lost_numbers: int = 0
    # where its text has two words as one
    joints: tuple[Joint, ...] = ()


@dataclass(slots=True, kw_only=True)
class Draft:
    """The document so far. Items are in reading order."""

    items: list[DraftItem] = field(default_factory=list[DraftItem])
    pages: list[DraftPage] = field(default_factory=list[DraftPage])
    # pages without layout analysis, or that could not be read at all
    failed_pages: set[int] = field(default_factory=set[int])
    warnings: list[str] = field(default_factory=list[str])
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    # boxes with lines of their own, by page
    panels: dict[int, Sequence[BoundingBox]] = field(default_factory=dict[int, Sequence[BoundingBox]])
    # words of the text layers in small letters
    word_counts: Counter[str] = field(default_factory=Counter[str])

    def on_page(self, page_no: int) -> list[DraftItem]:
        """The items of a page, in reading order."""
        return [item for item in self.items if item.page_no == page_no]

    def warn(self, line: str) -> None:
        """Add a line for a person, once."""
        if line not in self.warnings:
            self.warnings.append(line)

    def fail_page(self, page_no: int, reason: str) -> None:
        """Note that a page is missing or was not analysed; the parse is a partial one."""
        self.failed_pages.add(page_no)
        self.warn(f"page {page_no}: {reason}")

    def spend(self, step: str, seconds: float) -> None:
        """Add wall seconds to a step."""
        self.seconds[step] = self.seconds.get(step, 0.0) + seconds


def join(parts: Sequence[Draft]) -> Draft:
    """The draft of a document from those of its page ranges, in order."""
    whole = Draft()
    for part in parts:
        whole.items += part.items
        whole.pages += part.pages
        whole.failed_pages |= part.failed_pages
        whole.word_counts.update(part.word_counts)
        for line in part.warnings:
            whole.warn(line)
        for step, seconds in part.seconds.items():
            whole.spend(step, seconds)
    return whole


def finish(draft: Draft, *, content_sha256: str, parser_fingerprint: str) -> Parse:
    """Number blocks, tables and pictures in reading order and compose the pages' texts.

    Boxes are cut to their page: a PDF may draw outside of it (crop marks, bleed), and no one could be shown that place.
    """
    sizes = {page.page_no: (page.width_pt, page.height_pt) for page in draft.pages}
    for item in draft.items:
        item.bbox = _on_page(item.bbox, sizes.get(item.page_no or 0))
        if isinstance(item, DraftTable):
            item.cells = [replace(cell, bbox=_on_page(cell.bbox, sizes.get(item.page_no or 0))) for cell in item.cells]
    blocks: list[Block] = []
    tables: list[TableArtifact] = []
    pictures: list[PictureArtifact] = []
    for item in draft.items:
        match item:
            case DraftTable():
                tables.append(_table(item, ordinal=len(tables) + 1))
                kind, text, level = BlockKind.TABLE, table_placeholder(len(tables)), None
            case DraftPicture():
                pictures.append(_picture(item, ordinal=len(pictures) + 1))
                kind, text, level = BlockKind.PICTURE, picture_placeholder(len(pictures)), None
            case DraftText():
                kind, text, level = item.kind, clean_text(item.text), item.level
        if text:
            level = max(1, level or 1) if kind is BlockKind.HEADING else None
            blocks.append(
                Block(ordinal=len(blocks), kind=kind, text=text, page_no=item.page_no, bbox=item.bbox, level=level)
            )
    return Parse(
        content_sha256=content_sha256,
        parser_fingerprint=parser_fingerprint,
        pages=tuple(_page(page, blocks) for page in draft.pages),
        blocks=tuple(blocks),
        tables=tuple(tables),
        pictures=tuple(pictures),
        failed_pages=tuple(sorted(draft.failed_pages)),
        warnings=tuple(draft.warnings),
        seconds={step: round(seconds, 4) for step, seconds in draft.seconds.items()},
    )


def _on_page(bbox: BoundingBox | None, size: tuple[float, float] | None) -> BoundingBox | None:
    if bbox is None or size is None:
        return None
    return bbox.clipped(width=size[0], height=size[1])


def _table(item: DraftTable, *, ordinal: int) -> TableArtifact:
    cells = tuple(replace(cell, text=_cell_text(cell.text)) for cell in item.cells)
    return TableArtifact(
        ordinal=ordinal,
        num_rows=item.num_rows,
        num_cols=item.num_cols,
        cells=cells,
        markdown=to_markdown(cells, num_rows=item.num_rows, num_cols=item.num_cols),
        caption=clean_text(item.caption),
        page_no=item.page_no,
        bbox=item.bbox,
    )


def _picture(item: DraftPicture, *, ordinal: int) -> PictureArtifact:
    return PictureArtifact(
        ordinal=ordinal,
        image_sha256=item.image_sha256,
        width_px=item.width_px,
        height_px=item.height_px,
        caption=clean_text(item.caption),
        text=clean_text(item.text),
        chart_markdown=item.chart_markdown,
        page_no=item.page_no,
        bbox=item.bbox,
    )


def _page(page: DraftPage, blocks: list[Block]) -> Page:
    texts = [block.text for block in blocks if block.page_no == page.page_no and not block.kind.is_furniture]
    return Page(
        page_no=page.page_no,
        width_pt=page.width_pt,
        height_pt=page.height_pt,
        text="\n\n".join(texts),
        image_sha256=page.image_sha256,
        is_ocr=page.is_ocr,
        num_layer_tokens=page.num_layer_tokens,
        num_lost_tokens=page.num_lost_tokens,
        num_layer_numbers=page.num_layer_numbers,
        num_lost_numbers=page.num_lost_numbers,
    )
