"""Running headers and footers: lines at the edges of the pages that come back on other pages.

Needs the whole document, while layout sees pages one by one and in no fixed order; so the edge lines of all pages are
read once per document.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from bizrag.model.geometry import BoundingBox
from bizrag.model.labels import is_period
from bizrag.parsing.engines.regions.types import Box
from bizrag.parsing.text_layers.text_layer import PageLayer, box_around, lines_of, read_page, split_line

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
# parts of a line are further apart, in heights of its type
_LINE_GAP = 1.0
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
            return running_lines_of(len(document), partial(read_page, document))
        finally:
            document.close()


def running_lines_of(num_pages: int, read: Callable[[int], PageLayer]) -> RunningLines:
    """The lines at the edges of a document's pages that come back; ``read`` gives the layer of a page, from 1."""
    half = _MAX_PAGES // 2
    numbers = [no for no in range(1, num_pages + 1) if num_pages <= _MAX_PAGES or not half < no <= num_pages - half]
    return running_lines(_lines_of_layer(read(page_no)) for page_no in numbers)


def _lines_of_layer(layer: PageLayer) -> list[tuple[str, Box]]:
    """The lines of a text layer, parted where they have wide gaps, with their boxes in points from the top left."""
    parts = (
        part
        for line in lines_of(layer.words)
        for part in split_line(line, gap=_LINE_GAP, size=lambda word: word.font_pt)
    )
    return [(" ".join(word.text for word in part), _sides(box_around(part))) for part in parts]


def _sides(box: BoundingBox) -> Box:
    return box.l, box.t, box.r, box.b


def running_lines(pages: Iterable[Sequence[tuple[str, Box]]]) -> RunningLines:
    """The lines at the edges of pages, of which each line has a text and a box (points from the top), in any order."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    num_pages = 0
    for lines in pages:
        num_pages += 1
        texts = {box: text for text, box in lines}
        # rows are sorted from the top, as far as their boxes count downwards
        edges = _edge_rows([(left, -bottom, right, -top) for left, top, right, bottom in texts])
        for counter, rows in zip(counts, edges, strict=True):
            found = (
                " ".join(texts[left, -top, right, -bottom] for left, bottom, right, top in sorted(row)) for row in rows
            )
            counter.update({key for text in found if (key := line_key(text))})
    # what ends one page and begins another does not come back
    return RunningLines(num_pages=max(num_pages, 1), counts=dict(counts[0] | counts[1]))


def _edge_rows(rects: Sequence[Box]) -> tuple[list[list[Box]], list[list[Box]]]:
    """The uppermost and the lowest rows of a page, and the parts of rows that have several; boxes count upwards."""
    rows: list[list[Box]] = []
    for rect in sorted(rects, key=lambda rect: -(rect[1] + rect[3]) / 2):
        if rows and (rect[1] + rect[3]) / 2 > rows[-1][0][1]:
            rows[-1].append(rect)
        else:
            rows.append([rect])
    return _with_parts(rows[:EDGE_ROWS]), _with_parts(rows[-EDGE_ROWS:])


def _with_parts(rows: Sequence[list[Box]]) -> list[list[Box]]:
    return [*rows, *([rect] for row in rows if len(row) > 1 for rect in row)]
