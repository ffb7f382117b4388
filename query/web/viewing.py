"""The page viewer: a page's image with the boxes of a citation over it, or the text of a format without pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape
from sqlalchemy import Connection

from bizrag.errors import NotFoundError
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import picture_placeholder, table_placeholder
from query.web.places import CitedPlace, address, place_link, table_mark
from query.web.reading import (
    read_blocks,
    read_chunks,
    read_document,
    read_pages,
    read_pictures,
    read_tables,
)
from query.web.records import ShownBlock, ShownChunk, ShownDocument, ShownPage, ShownPicture, ShownTable

#: share of a block that must lie in a cited box for its text to be the text at that place
_INSIDE = 0.5
_SEPARATOR = "\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A place in the sequence of an answer's citations."""

    href: str
    number: int
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewed:
    """What the viewer shows."""

    document: ShownDocument
    index: str
    # None for formats without pages
    page: ShownPage | None
    num_pages: int
    # of the citation; none where the whole page is meant
    boxes: tuple[BoundingBox, ...]
    # None when a page is looked at without a citation
    number: int | None
    # places of the answer, and where we are in it
    steps: tuple[Step, ...]
    previous_page: str
    next_page: str
    image: str
    blocks: tuple[ShownBlock, ...]
    # what stands in the boxes
    cited_blocks: tuple[ShownBlock, ...]
    # where a page has no boxes: the paragraphs that are cited
    cited_paragraphs: tuple[Paragraph, ...] = ()
    tables: tuple[ShownTable, ...]
    pictures: tuple[ShownPicture, ...]
    chunks: tuple[ShownChunk, ...]
    # of formats without pages: the document's text, the span marked
    paragraphs: tuple[Paragraph, ...] = ()

    def table_of(self, block: ShownBlock) -> ShownTable | None:
        """The table whose placeholder a block is."""
        return next((table for table in self.tables if block.text == table_placeholder(table.ordinal)), None)

    @property
    def at(self) -> int:
        """Where we are among the places of the answer, from 0."""
        return next((at for at, step in enumerate(self.steps) if step.is_here), 0)

    @property
    def previous(self) -> str:
        """The address of the place before; empty at the first."""
        return self.steps[self.at - 1].href if self.at > 0 else ""

    @property
    def following(self) -> str:
        """The address of the next place; empty at the last."""
        return self.steps[self.at + 1].href if self.at + 1 < len(self.steps) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """A block of a document without pages."""

    kind: str
    level: int
    text: Markup
    # a list item with a number of its own
    is_numbered: bool = False
    table: ShownTable | None = None
    picture: ShownPicture | None = None
    is_cited: bool = False
    # of the table, the header being row 0; none where it is cited as a whole
    cited_rows: tuple[int, ...] = ()


def view_page(conn: Connection, document_id: str, page_no: int, *, index: str) -> Viewed:
    """A page without a citation. Raises NotFoundError."""
    document = read_document(conn, document_id, index=index)
    return _page(conn, document, CitedPlace(number=0, document_id=document_id, page_no=page_no), [], 0, index)


def view_place(conn: Connection, places: Sequence[CitedPlace], at: int, *, index: str) -> Viewed:
    """Place ``at`` (from 0) of an answer. Raises NotFoundError."""
    if not 0 <= at < len(places):
        raise NotFoundError("the link to this citation is damaged: ask again")
    place = places[at]
    document = read_document(conn, place.document_id, index=index)
    if place.page_no is None:
        return _text(conn, document, place, places, at, index)
    return _page(conn, document, place, places, at, index)


def view_text(conn: Connection, document: ShownDocument) -> tuple[Paragraph, ...]:
    """The text of a document without pages."""
    return _paragraphs(conn, document, CitedPlace(number=0, document_id=document.listed.document_id))


def page_link(document_id: str, page_no: int, index: str) -> str:
    """The address of a page."""
    return address(f"/web/documents/{document_id}/pages/{page_no}", {"index": index})


def image_link(document_id: str, page_no: int, index: str, *, sha256: str, width_px: int | None = None) -> str:
    """The address of a page's image, or of a small one; it changes when the image does."""
    values = {"index": index, "width": str(width_px) if width_px else "", "v": sha256[:12]}
    return address(f"/web/documents/{document_id}/pages/{page_no}/image", values)


def _page(
    conn: Connection,
    document: ShownDocument,
    place: CitedPlace,
    places: Sequence[CitedPlace],
    at: int,
    index: str,
) -> Viewed:
    pages = read_pages(conn, document.parse_id)
    page = next((page for page in pages if page.page_no == place.page_no), None)
    if page is None:
        raise NotFoundError(f"there is no page {place.page_no} in {document.listed.name}: it has {len(pages)}")
    document_id, page_no = place.document_id, page.page_no
    blocks = tuple(read_blocks(conn, document.parse_id, page_no))
    boxes = tuple(box.clipped(width=page.width_pt, height=page.height_pt) for box in place.boxes)
    return Viewed(
        document=document,
        index=index,
        page=page,
        num_pages=len(pages),
        boxes=boxes,
        number=place.number if places else None,
        steps=_steps(places, at, index),
        previous_page=page_link(document_id, page_no - 1, index) if page_no > 1 else "",
        next_page=page_link(document_id, page_no + 1, index) if page_no < len(pages) else "",
        image=image_link(document_id, page_no, index, sha256=page.image_sha256) if page.image_sha256 else "",
        blocks=blocks,
        cited_blocks=tuple(block for block in blocks if _is_inside(block, boxes)),
        cited_paragraphs=() if boxes else _cited_paragraphs(conn, document, place),
        tables=tuple(read_tables(conn, document.parse_id, page_no)),
        pictures=tuple(read_pictures(conn, document.parse_id, page_no)),
        chunks=tuple(read_chunks(conn, document_id, index=index, page_no=page_no)),
    )


def _text(
    conn: Connection,
    document: ShownDocument,
    place: CitedPlace,
    places: Sequence[CitedPlace],
    at: int,
    index: str,
) -> Viewed:
    return Viewed(
        document=document,
        index=index,
        page=None,
        num_pages=0,
        boxes=(),
        number=place.number,
        steps=_steps(places, at, index),
        previous_page="",
        next_page="",
        image="",
        blocks=(),
        cited_blocks=(),
        tables=(),
        pictures=(),
        chunks=(),
        paragraphs=_paragraphs(conn, document, place),
    )


def _cited_paragraphs(conn: Connection, document: ShownDocument, place: CitedPlace) -> tuple[Paragraph, ...]:
    if not (place.char_end or place.table):
        return ()
    return tuple(paragraph for paragraph in _paragraphs(conn, document, place) if paragraph.is_cited)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Spanned:
    """A block with its place in the text of its document."""

    block: ShownBlock
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.block.text)


def _paragraphs(conn: Connection, document: ShownDocument, place: CitedPlace) -> tuple[Paragraph, ...]:
    """The text, the characters of a place marked; locators count in the blocks joined by blank lines."""
    tables = {table_placeholder(table.ordinal): table for table in read_tables(conn, document.parse_id)}
    pictures = {picture_placeholder(one.ordinal): one for one in read_pictures(conn, document.parse_id)}
    paragraphs: list[Paragraph] = []
    for spanned in _spanned(read_blocks(conn, document.parse_id)):
        block = spanned.block
        begin, text = block.num_bullet_chars, block.text
        first, last = max(place.char_start - spanned.start, begin), min(place.char_end - spanned.start, len(text))
        table = tables.get(block.text)
        is_marked = first < last
        is_cited = is_marked or (table is not None and _is_cited(table, place))
        marked = (
            Markup("{}<mark>{}</mark>{}").format(text[begin:first], text[first:last], text[last:])
            if is_marked
            else escape(block.shown_text)
        )
        paragraphs.append(
            Paragraph(
                kind=block.kind,
                is_numbered=block.is_numbered,
                level=block.level or 0,
                text=marked,
                table=table,
                picture=pictures.get(block.text),
                is_cited=is_cited,
                cited_rows=place.rows if is_cited else (),
            )
        )
    return tuple(paragraphs)


def _is_cited(table: ShownTable, place: CitedPlace) -> bool:
    return table.page_no == place.page_no and table_mark(table.markdown) == place.table


def _spanned(blocks: Sequence[ShownBlock]) -> list[_Spanned]:
    at = 0
    spanned: list[_Spanned] = []
    for block in blocks:
        if block.kind in ("page_header", "page_footer"):
            continue
        spanned.append(_Spanned(block=block, start=at))
        at += len(block.text) + len(_SEPARATOR)
    return spanned


def _steps(places: Sequence[CitedPlace], at: int, index: str) -> tuple[Step, ...]:
    return tuple(
        Step(href=place_link(places, position, index=index), number=place.number, is_here=position == at)
        for position, place in enumerate(places)
    )


def _is_inside(block: ShownBlock, boxes: Sequence[BoundingBox]) -> bool:
    box = block.bbox
    if box is None or box.area <= 0:
        return False
    return any(box.intersection_area(cited) >= _INSIDE * box.area for cited in boxes)
