"""Cited places as addresses: what a citation points to, in a form that a link carries.

A place is ``1_<document id>_p3_50-100.5-300-400``: the number of the citation, the document, the page, then a box for
each part, in points from the top left corner. Documents without pages have a span of characters: ``1_<document
id>_c120-310``, and where it is a table, the rows that are cited: ``1_<document id>_c120-131_r3-4``. Documents whose
pages were printed have no boxes, but both of page and span: ``1_<document id>_p3_c120-310``, and of a table a mark that
tells it from others of the page: ``1_<document id>_p3_t0a1b2c3d_r3-4``. A link to a place carries all places of its
answer, so that one leads to the next without any script.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode
from zlib import crc32

from bizrag.errors import BadInputError
from bizrag.model.answers import Citation
from bizrag.model.geometry import BoundingBox, Locator

_PLACE = re.compile(
    r"(\d{1,4})_([0-9a-f]{32})(?:_p(\d{1,9})((?:_[\d.]+-[\d.]+-[\d.]+-[\d.]+)*))?"
    r"(?:_c(\d{1,9})-(\d{1,9}))?(?:_t([0-9a-f]{8}))?(?:_r(\d{1,6}(?:-\d{1,6}){0,23}))?"
)
#: places that a link carries at most
MAX_PLACES = 60
#: boxes of a place that a link carries at most
MAX_BOXES = 24
#: rows of a table that a link carries at most
MAX_ROWS = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPlace:
    """A page with boxes, or a span of characters, that a citation points to."""

    number: int
    document_id: str
    page_no: int | None = None
    # points; without any, and without a span or rows, the whole page is meant
    boxes: tuple[BoundingBox, ...] = ()
    # end exclusive
    char_start: int = 0
    char_end: int = 0
    # of the table that the span is, or that ``table`` tells; the header is row 0
    rows: tuple[int, ...] = ()
    # ``table_mark`` of a table of the page; empty where the span tells it
    table: str = ""

    def __str__(self) -> str:
        page = [] if self.page_no is None else [f"p{self.page_no}", *map(_box_text, self.boxes[:MAX_BOXES])]
        span = [f"c{self.char_start}-{self.char_end}"] if self.char_end or self.page_no is None else []
        table = [f"t{self.table}"] if self.table else []
        rows = [f"r{'-'.join(map(str, self.rows[:MAX_ROWS]))}"] if self.rows else []
        return "_".join([str(self.number), self.document_id, *page, *span, *table, *rows])


def table_mark(markdown: str) -> str:
    """What tells a table from others of its page, short enough for a link."""
    return f"{crc32(markdown.encode()):08x}"


def _box_text(box: BoundingBox) -> str:
    # a box may begin a hair outside its page
    return "-".join(f"{max(0.0, side):.1f}".removesuffix(".0") for side in box.to_json())


def read_place(value: str) -> CitedPlace:
    """The place of a link; raises BadInputError for anything else.

    >>> str(read_place("2_" + "ab" * 16 + "_p3_50-100.5-300-400")) == "2_" + "ab" * 16 + "_p3_50-100.5-300-400"
    True
    """
    found = _PLACE.fullmatch(value)
    if found is None or not (found[3] or found[5]):
        raise BadInputError("the link to this citation is damaged: ask again")
    number, document_id, page_no, boxes, char_start, char_end, table, rows = found.groups()
    try:
        return CitedPlace(
            number=int(number),
            document_id=document_id,
            page_no=int(page_no) if page_no else None,
            boxes=tuple(_read_box(box) for box in (boxes or "").split("_") if box)[:MAX_BOXES],
            char_start=int(char_start or 0),
            char_end=int(char_end or 0),
            rows=tuple(map(int, rows.split("-"))) if rows else (),
            table=table or "",
        )
    except ValueError as error:
        raise BadInputError("the link to this citation is damaged: ask again") from error


def _read_box(value: str) -> BoundingBox:
    return BoundingBox.from_json([float(side) for side in value.split("-")])


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedRows:
    """The rows of a table that a citation tells."""

    # ``table_mark`` of the table
    table: str
    numbers: tuple[int, ...]


def places_of(
    number: int, document_id: str, locators: Sequence[Locator], rows: CitedRows | None = None
) -> list[CitedPlace]:
    """The places of some locators: one for each page with all its boxes, one for each span, with rows of its table."""
    by_page: dict[int, list[Locator]] = {}
    spans: list[CitedPlace] = []
    for locator in locators:
        if locator.page_no is not None:
            by_page.setdefault(locator.page_no, []).append(locator)
        else:
            start, end = locator.char_start or 0, locator.char_end or 0
            numbers = rows.numbers if rows else ()
            place = CitedPlace(number=number, document_id=document_id, char_start=start, char_end=end, rows=numbers)
            spans.append(place)
    return [_page_place(number, document_id, parts, rows) for parts in by_page.values()] + spans


def _page_place(number: int, document_id: str, parts: Sequence[Locator], rows: CitedRows | None) -> CitedPlace:
    """The place of the locators of one page: their boxes, or what is known of it where there are none."""
    place = CitedPlace(number=number, document_id=document_id, page_no=parts[0].page_no)
    if boxes := dict.fromkeys(part.bbox for part in parts if part.bbox):
        return replace(place, boxes=tuple(boxes))
    if rows is not None and rows.numbers:
        return replace(place, table=rows.table, rows=rows.numbers)
    starts = [part.char_start for part in parts if part.char_start is not None]
    ends = [part.char_end for part in parts if part.char_end is not None]
    return replace(place, char_start=min(starts), char_end=max(ends)) if starts and ends else place


def places_of_citations(citations: Sequence[Citation], rows: Mapping[int, CitedRows]) -> list[CitedPlace]:
    """The places of all citations of an answer, in their order; ``rows`` are those of cited tables, by citation."""
    return [
        place
        for citation in citations
        for place in places_of(
            citation.citation_id, citation.document_id, citation.locators, rows.get(citation.citation_id)
        )
    ][:MAX_PLACES]


def place_name(place: CitedPlace) -> str:
    """A place for people: ``page 3``, or ``characters 120–310``."""
    if place.page_no is not None:
        return f"page {place.page_no}"
    return f"characters {place.char_start:,}–{place.char_end:,}"


def place_link(places: Sequence[CitedPlace], at: int, **further: str) -> str:
    """The address of the page that shows place ``at`` (from 0) of an answer."""
    return address("/web/cited", {"c": [str(place) for place in places], "at": str(at), **further})


def address(path: str, values: Mapping[str, str | Sequence[str] | None]) -> str:
    """A path with what is given of the values; empty ones and the usual index are left out."""
    given = {name: value for name, value in values.items() if value and (name, value) != ("index", "default")}
    return f"{path}?{urlencode(given, doseq=True)}" if given else path


def where(page_nos: Sequence[int]) -> str:
    """Pages for people.

    >>> where([3]), where([3, 4, 5]), where([2, 7]), where([])
    ('page 3', 'pages 3–5', 'pages 2, 7', '')
    """
    if not page_nos:
        return ""
    if len(page_nos) == 1:
        return f"page {page_nos[0]}"
    if page_nos[-1] - page_nos[0] == len(page_nos) - 1:
        return f"pages {page_nos[0]}–{page_nos[-1]}"
    return "pages " + ", ".join(map(str, page_nos))
