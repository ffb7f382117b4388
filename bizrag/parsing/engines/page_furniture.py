"""Running headers and footers: lines at the edges of the pages that come back on other pages.

Needs the whole document, while layout sees pages one by one and in no fixed order; so the edge lines of all pages are
read once per document.
"""

from __future__ import annotations

import ctypes
import importlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from bizrag.model.labels import is_period
from bizrag.parsing.engines.regions.types import Box

# rows of a page, counted from its top and from its bottom, that may be furniture
EDGE_ROWS = 3
# and of how many words at most
MAX_WORDS = 14
# the first and last pages of long documents are enough to see what comes back
_MAX_PAGES = 120
# a line this near to the edge (share of the page's height) needs to come back once only
_BAND = 0.08
_MIN_SHARE = 0.2
MIN_PAGES = 3
# in UTF-16 units: longer rows are asked for once more
_ROW_UNITS = 512
# no page has such a number: money, shares, grouped digits, brackets, decimals
_AMOUNT = re.compile(r"[$€£¥%]|\d[.,]\d{3}\b|^\(|^\D*\d+\.\d{1,2}$")
_PAGE_NUMBER = re.compile(r"^(page|p|pg)?([a-z]?0|[ivxlc]{1,6})(of0)?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningLines:
    """How many pages have a line at their edge, by the line's key."""

    num_pages: int = 1
    counts: Mapping[str, int] = field(default_factory=dict[str, int])

    def with_lines_of(self, scans: RunningLines) -> RunningLines:
        """These lines of the document's text layer together with those that OCR read on its scans."""
        return RunningLines(num_pages=self.num_pages, counts=Counter(self.counts) + Counter(scans.counts))

    def is_running(self, text: str, *, in_band: bool, least: int = 2) -> bool:
        """Whether the line is furniture; in the outer band of the page it need only stand on ``least`` pages."""
        key = line_key(text)
        if not key:
            return in_band
        if key == "0" and _AMOUNT.search(text):
            return False
        count = self.counts.get(key, 0)
        if in_band and _PAGE_NUMBER.match(key):
            return True
        # the day of a balance stands at the top of one page and another
        if in_band and count >= (max(least, _MIN_SHARE * self.num_pages) if is_period(text) else least):
            return True
        return count >= max(MIN_PAGES, _MIN_SHARE * self.num_pages)


def line_key(text: str) -> str:
    """What stays equal when a running line comes back: its letters, with 0 for numbers.

    >>> line_key("Acme Inc. | Form 10-Q | Page 17"), line_key("- 3 -")
    ('acmeincform0qpage0', '0')
    """
    return re.sub(r"[\W_]+", "", re.sub(r"\d+([\W_]*\d+)*", "0", text.lower()))


def in_band(top: float, bottom: float, page_height: float) -> bool:
    """Whether a line (points from the top) lies wholly in the outer band of its page."""
    return bottom < _BAND * page_height or top > (1 - _BAND) * page_height


def read_running_lines(source: Path | BytesIO) -> RunningLines:
    """The lines at the page edges of a PDF; none when pdfium cannot open it (docling reports that)."""
    from docling.utils.locks import pypdfium2_lock

    # the package has no types
    pypdfium2: Any = importlib.import_module("pypdfium2")
    # pdfium keeps global state: one thread at a time
    with pypdfium2_lock:
        try:
            document: Any = pypdfium2.PdfDocument(source if isinstance(source, Path) else source.getvalue())
        except pypdfium2.PdfiumError:
            return RunningLines()
        try:
            return _count(document)
        finally:
            document.close()


def running_lines(pages: Iterable[Sequence[tuple[str, Box]]]) -> RunningLines:
    """The lines at the edges of pages whose lines (text and box, in any order) were read from images."""
    counts: Counter[str] = Counter()
    num_pages = 0
    for lines in pages:
        num_pages += 1
        texts = {box: text for text, box in lines}
        # rows are sorted from the top, as far as their boxes count downwards
        rows = _edge_rows([(left, -bottom, right, -top) for left, top, right, bottom in texts])
        found = (
            " ".join(texts[left, -top, right, -bottom] for left, bottom, right, top in sorted(row)) for row in rows
        )
        counts.update({key for text in found if (key := line_key(text))})
    return RunningLines(num_pages=max(num_pages, 1), counts=dict(counts))


def _count(document: Any) -> RunningLines:
    total = len(document)
    numbers = range(total) if total <= _MAX_PAGES else [*range(_MAX_PAGES // 2), *range(total - _MAX_PAGES // 2, total)]
    counts: Counter[str] = Counter()
    for number in numbers:
        page = document[number]
        text_page = page.get_textpage()
        rows = _edge_rows(_text_boxes(text_page))
        counts.update({key for row in rows if (key := line_key(_row_text(text_page, row)))})
        text_page.close()
        page.close()
    return RunningLines(num_pages=len(numbers), counts=dict(counts))


def _text_boxes(text_page: Any) -> list[Box]:
    """The boxes of runs of text; some pages have one for each letter, so pdfium is asked with numbers made once."""
    from pypdfium2 import raw

    sides = left, top, right, bottom = tuple(ctypes.c_double() for _ in range(4))
    references = tuple(map(ctypes.byref, sides))
    get_rect, handle = raw.FPDFText_GetRect, text_page.raw
    boxes: list[Box] = []
    for index in range(text_page.count_rects()):
        get_rect(handle, index, *references)
        boxes.append((left.value, bottom.value, right.value, top.value))
    return boxes


def _edge_rows(rects: Sequence[Box]) -> list[list[Box]]:
    """The uppermost and lowest rows of a page, and the parts of rows that have several; boxes count upwards."""
    rows: list[list[Box]] = []
    for rect in sorted(rects, key=lambda rect: -(rect[1] + rect[3]) / 2):
        if rows and (rect[1] + rect[3]) / 2 > rows[-1][0][1]:
            rows[-1].append(rect)
        else:
            rows.append([rect])
    edges = rows if len(rows) <= 2 * EDGE_ROWS else rows[:EDGE_ROWS] + rows[-EDGE_ROWS:]
    return edges + [[rect] for row in edges if len(row) > 1 for rect in row]


def _row_text(text_page: Any, row: Sequence[Box]) -> str:
    left, bottom = min(rect[0] for rect in row), min(rect[1] for rect in row)
    right, top = max(rect[2] for rect in row), max(rect[3] for rect in row)
    # letters that only touch the box count too: stay clear of the rows above and below
    slack = 0.25 * (top - bottom)
    return _text_in(text_page, (left - 1, bottom + slack, right + 1, top - slack))


def _text_in(text_page: Any, box: Box) -> str:
    """The text in a box; pypdfium2 itself would ask twice, for its length first, and each time pdfium looks at all
    letters of the page.
    """
    from pypdfium2 import raw

    left, bottom, right, top = box
    buffer = (ctypes.c_ushort * _ROW_UNITS)()
    count = raw.FPDFText_GetBoundedText(text_page.raw, left, top, right, bottom, buffer, _ROW_UNITS)
    if count >= _ROW_UNITS:
        return text_page.get_text_bounded(left, bottom, right, top)
    return bytes(buffer)[: 2 * max(count, 0)].decode("utf-16-le", errors="ignore")
