"""Parser processes that parse equal files once a run of the tests, however many databases want them."""

from __future__ import annotations

import pickle
import uuid
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_bytes, sha256_json
from bizrag.model.parses import Parse
from bizrag.parsing.confined.workers import OnPage, OnStart, ParserPool
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore

_PNG = b"\x89PNG"


@dataclass(frozen=True, slots=True)
class _Remembered:
    parse: Parse
    # the bytes of every image: another process keeps its own, and a test may have deleted them with the document
    images: list[bytes]


class RememberingPool(ParserPool):
    """A parser pool whose parses are kept in a folder that all processes of the run share.

    What comes back is what the real parser made of the same bytes, in this run, with the same settings. A file that
    fails is parsed each time.
    """

    def __init__(self, settings: Settings, blobs: BlobStore, folder: Path) -> None:
        super().__init__(settings, blobs)
        self._split_pages = settings.parsing.split_pages
        self._blobs = blobs
        self._folder = folder

    def submit(
        self,
        path: Path,
        *,
        content_sha256: str,
        layout: Layout,
        on_start: OnStart | None = None,
        on_page: OnPage | None = None,
        pdf_pages: int | None = None,
    ) -> Future[Parse]:
        """As in the base; a file that was parsed before is not parsed again."""
        digest = _digest(path)
        # the number of pages says only into what ranges a long one is cut
        is_cut = self._split_pages and pdf_pages is not None and pdf_pages > self._split_pages
        # the name too: warnings may say it
        key = [digest, content_sha256, path.name, layout, pdf_pages if is_cut else None]
        place = self._folder / sha256_json(key)
        if place.exists():
            return self._recall(place, on_page)
        future = super().submit(
            path,
            content_sha256=content_sha256,
            layout=layout,
            on_start=on_start,
            on_page=on_page,
            pdf_pages=pdf_pages,
        )

        def remember(done: Future[Parse]) -> None:
            # a file that changed meanwhile may have been read before or after
            if not done.cancelled() and done.exception() is None and _digest(path) == digest:
                self._remember(place, done.result())

        future.add_done_callback(remember)
        return future

    def _remember(self, place: Path, parse: Parse) -> None:
        hashes = {item.image_sha256 for item in (*parse.pages, *parse.pictures) if item.image_sha256}
        images = [self._blobs.get(sha256) for sha256 in sorted(hashes)]
        partial = self._folder / f"{uuid.uuid4().hex}.partial"
        partial.write_bytes(pickle.dumps(_Remembered(parse, images)))
        partial.replace(place)

    def _recall(self, place: Path, on_page: OnPage | None) -> Future[Parse]:
        remembered: _Remembered = pickle.loads(place.read_bytes())
        for image in remembered.images:
            self._blobs.put(image, suffix=".png" if image.startswith(_PNG) else ".jpg")
        num_pages = len(remembered.parse.pages)
        if on_page is not None and num_pages:
            on_page(num_pages, num_pages)
        future: Future[Parse] = Future()
        future.set_result(remembered.parse)
        return future


def _digest(path: Path) -> str | None:
    """The hash of a file's bytes; None where there is no file."""
    try:
        return sha256_bytes(path.read_bytes())
    except OSError:
        return None
