"""Images of pages are kept while the body of the ``with`` runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bizrag.model.hashing import sha256_bytes
from bizrag.parsing.draft import Draft, DraftPage
from bizrag.parsing.images.page_images import keeping_page_images
from bizrag.parsing.text_layers.text_layer import open_pdf
from tests.made import write_page

_NUM_PAGES = 40


class _Kept:
    """Keeps images in a list, says when the first one came, and takes no more than a number of them."""

    is_local = True

    def __init__(self, most: int = _NUM_PAGES) -> None:
        self.images: list[bytes] = []
        self.has_one = threading.Event()
        self._most = most

    def put(self, data: bytes, *, suffix: str) -> str:
        if len(self.images) == self._most:
            raise OSError("no space left on device")
        self.images.append(data)
        self.has_one.set()
        return sha256_bytes(data)


@pytest.fixture
def document(tmp_path: Path) -> Iterator[Any]:
    write_page(tmp_path / "pages.pdf", num_pages=_NUM_PAGES)
    opened = open_pdf(tmp_path / "pages.pdf")
    yield opened
    opened.close()


def _draft(*numbers: int) -> Draft:
    pages = [DraftPage(page_no=page_no, width_pt=595.0, height_pt=842.0) for page_no in numbers]
    return Draft(pages=pages)


def test_images_are_drawn_while_the_body_runs_and_are_all_there_when_it_ends(document: Any) -> None:
    kept, draft = _Kept(), _draft(*range(1, _NUM_PAGES + 1))
    with keeping_page_images(document, draft, kept, dpi=36):
        assert kept.has_one.wait(30)
    assert [page.image_sha256 for page in draft.pages] == [sha256_bytes(image) for image in kept.images]
    assert draft.seconds["render"] > 0


def test_a_page_that_cannot_be_drawn_is_warned_of_after_what_the_body_says(document: Any) -> None:
    kept, draft = _Kept(), _draft(1, _NUM_PAGES + 7, 2)
    with keeping_page_images(document, draft, kept, dpi=36):
        kept.has_one.wait(30)
        draft.warn("said by the body")
    assert [page.image_sha256 is None for page in draft.pages] == [False, True, False]
    undrawn = f"page {_NUM_PAGES + 7}: could not be drawn; it is kept without an image"
    assert draft.warnings == ["said by the body", undrawn]


def test_an_image_that_cannot_be_kept_fails_the_whole(document: Any) -> None:
    with pytest.raises(OSError, match="no space"), keeping_page_images(document, _draft(1, 2, 3), _Kept(1), dpi=36):
        pass


def test_a_body_that_fails_waits_for_no_more_pages(document: Any) -> None:
    kept = _Kept()

    def fail() -> None:
        with keeping_page_images(document, _draft(*range(1, _NUM_PAGES + 1)), kept, dpi=200):
            assert kept.has_one.wait(30)
            raise ValueError("layout")

    with pytest.raises(ValueError, match="layout"):
        fail()
    assert 1 <= len(kept.images) < _NUM_PAGES
