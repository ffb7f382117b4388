"""Images of whole pages, drawn and kept: beside other work where that leaves a processor idle."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from bizrag.parsing.draft import Draft, DraftPage
from bizrag.parsing.images.render import encode, render_page
from bizrag.parsing.images.sinks import ImageSink


def keep_page_image(document: Any, page: DraftPage, draft: Draft, sink: ImageSink, *, dpi: float) -> None:
    """Draw a page of a ``pypdfium2.PdfDocument`` and keep its image; one that cannot be drawn is warned of."""
    from docling.utils.locks import pypdfium2_lock

    start = time.perf_counter()
    # pdfium keeps global state: one thread at a time
    with pypdfium2_lock:
        image = render_page(document, page.page_no, dpi=dpi)
    if image is None:
        draft.warn(f"page {page.page_no}: could not be drawn; it is kept without an image")
        return
    data, suffix = encode(image)
    page.image_sha256 = sink.put(data, suffix=suffix)
    draft.spend("render", time.perf_counter() - start)


@contextmanager
def keeping_page_images(document: Any, draft: Draft, sink: ImageSink, *, dpi: float) -> Generator[None]:
    """Keep the images of all pages, in a thread of its own, while the body of the ``with`` does something else.

    They are there when it ends. The body leaves ``document`` alone; with docling, pdfium is used in turns. Raises what
    keeping an image raised; a body that fails waits for no page that is still to draw.
    """
    # what is told of pages comes after what the body tells, whoever is quicker
    told = Draft()
    is_over = threading.Event()

    def keep_all() -> None:
        for page in draft.pages:
            if is_over.is_set():
                return
            keep_page_image(document, page, told, sink, dpi=dpi)

    with ThreadPoolExecutor(1, thread_name_prefix="page-images") as thread:
        done = thread.submit(keep_all)
        try:
            yield
        except BaseException:
            is_over.set()
            raise
        done.result()
    for line in told.warnings:
        draft.warn(line)
    for step, seconds in told.seconds.items():
        draft.spend(step, seconds)
