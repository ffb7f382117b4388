"""Structure and title by chat models (MM-BizRAG 2.1): metadata decides first, a model is asked once for the rest.

A document whose structure metadata leaves open is shown to a multimodal model, which labels and names it in one call.
The others get their title from the text that they begin with; scans, which have none, from their first pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bizrag.describing.asking import Asker, describer_identity
from bizrag.describing.classify import CLASSIFIER, classify, structure_by_measures, structure_by_metadata
from bizrag.describing.outputs import ClassificationOutput, TitleOutput
from bizrag.describing.titles import fit_title, write_title
from bizrag.model.documents import Classification, Layout, Preview
from bizrag.providers.chat import ChatModel, ImagePart
from bizrag.providers.fence import fenced
from bizrag.store.blobs import BlobStore

PAGES_PROMPT = "classify"
TEXT_PROMPT = "title"
_LAYOUTS = {"standard": Layout.VERTICAL, "presentation": Layout.HORIZONTAL}
# about two pages
_TEXT_CHARS = 6000


def pages_identity(model: str) -> str:
    """Who labels and names documents by their first pages, and how; the local rules decide before."""
    return f"{CLASSIFIER}, {describer_identity(model, PAGES_PROMPT)}"


def text_identity(model: str) -> str:
    """Who names documents by their text, and how; the local rules label them."""
    return f"{CLASSIFIER}, {describer_identity(model, TEXT_PROMPT)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a document is classified."""

    # who classifies and how: part of the classification's key
    identity: str
    classify: Callable[[Asker], Classification]
    # False: nothing is asked and nothing is waited for
    asks_model: bool


class Classifier:
    """Chooses the way for a document; without models all are local."""

    def __init__(self, *, pages_model: ChatModel | None, text_model: ChatModel | None, blobs: BlobStore) -> None:
        self._pages_model = pages_model
        self._text_model = text_model
        self._blobs = blobs

    def way(self, preview: Preview, *, file_name: str, images: Sequence[str]) -> Way:
        """How to classify a document; ``images`` are the hashes of its first pages' images, as far as it has any."""
        decided = structure_by_metadata(preview, file_name=file_name)
        text = "\n\n".join(page.text for page in preview.pages).strip()[:_TEXT_CHARS]
        if self._pages_model is not None and images and (decided is None or not text):
            return self._by_pages(self._pages_model, preview, decided, file_name, images)
        if self._text_model is not None and text:
            return self._by_text(self._text_model, preview, decided, file_name, text)
        return Way(identity=CLASSIFIER, classify=lambda _: classify(preview, file_name=file_name), asks_model=False)

    def _by_pages(
        self,
        model: ChatModel,
        preview: Preview,
        decided: tuple[Layout, str] | None,
        file_name: str,
        images: Sequence[str],
    ) -> Way:
        def ask(asker: Asker) -> Classification:
            found = asker.ask(
                model,
                PAGES_PROMPT,
                ClassificationOutput,
                # previews are small: they need no scaling
                *(ImagePart(sha256=sha256, data=self._blobs.get(sha256)) for sha256 in images),
                file_name=fenced("file name", file_name),
                num_pages=len(images),
            )
            layout, reasoning = decided or (_LAYOUTS[found.document_type], found.reasoning)
            return _classification(layout, reasoning, found.title, preview, file_name)

        return Way(identity=pages_identity(model.identity), classify=ask, asks_model=True)

    def _by_text(
        self, model: ChatModel, preview: Preview, decided: tuple[Layout, str] | None, file_name: str, text: str
    ) -> Way:
        def ask(asker: Asker) -> Classification:
            found = asker.ask(
                model,
                TEXT_PROMPT,
                TitleOutput,
                file_name=fenced("file name", file_name),
                text=fenced("text", text),
            )
            layout, reasoning = decided or structure_by_measures(preview)
            return _classification(layout, reasoning, found.title, preview, file_name)

        return Way(identity=text_identity(model.identity), classify=ask, asks_model=True)


def _classification(layout: Layout, reasoning: str, title: str, preview: Preview, file_name: str) -> Classification:
    fitting = fit_title(title, file_name=file_name) or write_title(preview, file_name=file_name)
    return Classification(layout=layout, reasoning=reasoning, title=fitting)
