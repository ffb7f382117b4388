"""Long PDFs in ranges of pages: cut them, follow their progress, join what came of them into one parse.

Layout, tables, OCR, captions and conservation look at one page at a time; running headers are told from the whole file
by every range; levels of headings and all numbers are told after joining. One thing alone sees two pages: docling joins
a paragraph that goes on after a page break, and the reader takes it apart again (``from_docling``). At a seam it is
never joined; should docling change its words on the way (a hyphen at the page's end), the two parses differ there. So
ranges are off unless ``parsing.split_pages`` asks for them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.parsing.draft import Draft
from bizrag.parsing.files.formats import PDF
from bizrag.parsing.parser import finish_draft
from bizrag.settings import ParsingSettings

OnPage = Callable[[int, int], None]
# first and last page, from 1, both included
PageRange = tuple[int, int]


def page_ranges(num_pages: int, size: int) -> list[PageRange]:
    """Ranges of about equal length, none longer than ``size``.

    >>> page_ranges(10, 4)
    [(1, 4), (5, 7), (8, 10)]
    """
    number = -(-num_pages // size)
    base, longer = divmod(num_pages, number)
    ranges: list[PageRange] = []
    for position in range(number):
        first = ranges[-1][1] + 1 if ranges else 1
        ranges.append((first, first + base - 1 + (position < longer)))
    return ranges


class JoinedParse:
    """The parse of a document whose ranges are parsed apart; ``future`` ends with it or with the first error.

    An error of one range fails the document: ranges that wait are cancelled, those at work end and are thrown away.
    """

    def __init__(self, settings: ParsingSettings, content_sha256: str, layout: Layout, on_page: OnPage | None) -> None:
        self.future: Future[Parse] = Future()
        self._settings, self._content_sha256, self._layout, self._on_page = settings, content_sha256, layout, on_page
        self._lock = threading.Lock()
        self._parts: list[Future[Draft]] = []
        self._done: dict[int, int] = {}
        self._num_pages = 0

    def expect(self, parts: Sequence[Future[Draft]], num_pages: int) -> None:
        """These are the ranges, in order."""
        self._parts, self._num_pages = list(parts), num_pages
        for part in parts:
            part.add_done_callback(self._ended)

    def listener(self, number: int) -> OnPage | None:
        """Progress of one range, reported as progress of the document."""
        on_page = self._on_page
        if on_page is None:
            return None

        def hear(done: int, total: int) -> None:
            with self._lock:
                self._done[number] = min(done, total)
                together = sum(self._done.values())
            on_page(together, self._num_pages)

        return hear

    def _ended(self, part: Future[Draft]) -> None:
        with self._lock:
            if self.future.done():
                return
            if part.cancelled():
                self.future.cancel()
            elif (error := part.exception()) is not None:
                self.future.set_exception(error)
            elif all(other.done() for other in self._parts):
                self._join()
                return
            else:
                return
        for other in self._parts:
            other.cancel()

    def _join(self) -> None:
        try:
            drafts = [part.result() for part in self._parts]
            self.future.set_result(finish_draft(drafts, self._settings, self._content_sha256, self._layout, PDF))
        except Exception as error:  # whoever waits must hear of it
            self.future.set_exception(error)
