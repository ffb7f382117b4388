"""Slides described whole by a multimodal chat model (MM-BizRAG 2.1.2); blank slides are not indexed."""

from __future__ import annotations

from bizrag.describing.asking import Asker, describer_identity
from bizrag.describing.describe import describe_slides
from bizrag.describing.items import Item, Said
from bizrag.describing.outputs import SlideOutput
from bizrag.model.descriptions import ArtifactClass, ArtifactKind, Description
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Page, Parse
from bizrag.providers.chat import ChatModel
from bizrag.providers.fence import fenced
from bizrag.providers.images import image_part
from bizrag.store.blobs import BlobStore

PROMPT = "slide"


def identity(model: str, *, image_max_px: int) -> str:
    """Who describes slides and how."""
    return describer_identity(model, PROMPT, image_max_px=image_max_px)


class ChatSlides:
    """Describes slides with a chat model: the page's image, with the extracted text as a supplement.

    The text is that of the local describer, which has the values of native charts and tables and the speaker notes.
    Where the page was not rendered the pictures on it are shown; a slide without any image is left to the local
    describer.
    """

    def __init__(self, chat: ChatModel, blobs: BlobStore, *, image_max_px: int) -> None:
        self._chat = chat
        self._blobs = blobs
        self._image_max_px = image_max_px
        self._identity = identity(chat.identity, image_max_px=image_max_px)

    def __call__(self, parse: Parse) -> list[Description | Item]:
        """One entry for each page."""
        found: list[Description | Item] = []
        for page, local in zip(parse.pages, describe_slides(parse), strict=True):
            images = _images(parse, page)
            found.append(self._item(page, images, local) if images else local)
        return found

    def _item(self, page: Page, images: list[str], local: Description) -> Item:
        is_rendered = page.image_sha256 is not None
        return Item(
            kind=ArtifactKind.SLIDE,
            ordinal=page.page_no,
            artifact_sha256=sha256_json(["slide", is_rendered, images, local.text]),
            describer=self._identity,
            page_no=page.page_no,
            local=local,
            ask=lambda asker: self._ask(asker, images, local.text, is_rendered),
        )

    def _ask(self, asker: Asker, images: list[str], text: str, is_rendered: bool) -> Said:
        found = asker.ask(
            self._chat,
            PROMPT,
            SlideOutput,
            *(image_part(self._blobs.get(sha256), max_px=self._image_max_px) for sha256 in images),
            text=fenced("text", text) if text else "",
            is_rendered=is_rendered,
        )
        kind = ArtifactClass(found.slide_class)
        return Said(artifact_class=kind, text=found.description or f"{kind.value} slide.")


def _images(parse: Parse, page: Page) -> list[str]:
    """The page's image, else those of the pictures on it."""
    if page.image_sha256 is not None:
        return [page.image_sha256]
    shown = [picture.image_sha256 for picture in parse.pictures if picture.page_no == page.page_no]
    return list(dict.fromkeys(sha256 for sha256 in shown if sha256 is not None))
