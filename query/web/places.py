"""Cited places as addresses: what a citation points to, in a form that a link carries.

A place is ``1_<document id>_p3_50-100.5-300-400``: the number of the citation, the document, the page, then a box for
each part, in points from the top left corner. Documents without pages have a span of characters: ``1_<document
id>_c120-310``, and where it is a table, the rows that are cited: ``1_<document id>_c120-131_r3-4``. A link to a place
carries all places of its answer, so that one leads to the next without any script.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from bizrag.errors import BadInputError
from bizrag.model.answers import Citation
from bizrag.model.geometry import BoundingBox, Locator

_PLACE = re.compile(
    r"(\d{1,4})_([0-9a-f]{32})_(?:p(\d{1,9})((?:_[\d.]+-[\d.]+-[\d.]+-[\d.]+)*)|c(\d{1,9})-(\d{1,9})(?:_r(\d{1,6}(?:-\d{1,6}){0,23}))?)"
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
    # points; none means the whole page
    boxes: tuple[BoundingBox, ...] = ()
    # end exclusive
    char_start: int = 0
    char_end: int = 0
    # of the table that the span is; the header is row 0
    rows: tuple[int, ...] = ()

    def __str__(self) -> str:
        head = f"{self.number}_{self.document_id}"
        if self.page_no is None:
            rows = f"_r{'-'.join(map(str, self.rows[:MAX_ROWS]))}" if self.rows else ""
            return f"{head}_c{self.char_start}-{self.char_end}{rows}"
        return "_".join([f"{head}_p{self.page_no}", *map(_box_text, self.boxes[:MAX_BOXES])])


def _box_text(box: BoundingBox) -> str:
    # a box may begin a hair outside its page
    return "-".join(f"{max(0.0, side):.1f}".removesuffix(".0") for side in box.to_json())


def read_place(value: str) -> CitedPlace:
    """The place of a link; raises BadInputError for anything else.

    >>> str(read_place("2_" + "ab" * 16 + "_p3_50-100.5-300-400")) == "2_" + "ab" * 16 + "_p3_50-100.5-300-400"
    True
    """
    found = _PLACE.fullmatch(value)
    if found is None:
        raise BadInputError("the link to this citation is damaged: ask again")
    number, document_id, page_no, boxes, char_start, char_end, rows = found.groups()
    try:
        return CitedPlace(
            number=int(number),
            document_id=document_id,
            page_no=int(page_no) if page_no else None,
            boxes=tuple(_read_box(box) for box in (boxes or "").split("_") if box)[:MAX_BOXES],
            char_start=int(char_start or 0),
            char_end=int(char_end or 0),
            rows=tuple(map(int, rows.split("-"))) if rows else (),
        )
    except ValueError as error:
        raise BadInputError("the link to this citation is damaged: ask again") from error


def _read_box(value: str) -> BoundingBox:
    return BoundingBox.from_json([float(side) for side in value.split("-")])


def places_of(
    number: int, document_id: str, locators: Sequence[Locator], rows: tuple[int, ...] = ()
) -> list[CitedPlace]:
    """The places of some locators: one for each page with all its boxes, one for each span, with rows of its table."""
    by_page: dict[int, list[BoundingBox]] = {}
    spans: list[CitedPlace] = []
    for locator in locators:
        if locator.page_no is not None:
            boxes = by_page.setdefault(locator.page_no, [])
            boxes += [locator.bbox] if locator.bbox and locator.bbox not in boxes else []
        else:
            start, end = locator.char_start or 0, locator.char_end or 0
            spans.append(CitedPlace(number=number, document_id=document_id, char_start=start, char_end=end, rows=rows))
    pages = [
        CitedPlace(number=number, document_id=document_id, page_no=page_no, boxes=tuple(boxes))
        for page_no, boxes in by_page.items()
    ]
    return pages + spans


def places_of_citations(citations: Sequence[Citation], rows: Mapping[int, tuple[int, ...]]) -> list[CitedPlace]:
    """The places of all citations of an answer, in their order; ``rows`` are those of cited tables, by citation."""
    return [
        place
        for citation in citations
        for place in places_of(
            citation.citation_id, citation.document_id, citation.locators, rows.get(citation.citation_id, ())
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
