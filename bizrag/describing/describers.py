"""Who describes what, by the settings: a chat model for each job that has one, the local rules for the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bizrag.configuration.format import FormatSettings, SectionSource
from bizrag.describing import chat_classify, chat_pictures, chat_slides, chat_tables
from bizrag.describing.chat_classify import Classifier
from bizrag.describing.chat_pictures import ChatPictures
from bizrag.describing.chat_slides import ChatSlides
from bizrag.describing.chat_tables import ChatTables
from bizrag.describing.describe import describe_pictures, describe_slides, describe_tables
from bizrag.describing.formatting import formatter
from bizrag.describing.formatting.formatter import MarkdownFormatter
from bizrag.describing.items import Describer, Item
from bizrag.errors import ConfigurationError
from bizrag.model.descriptions import Description
from bizrag.model.documents import Layout
from bizrag.model.parses import Parse
from bizrag.providers.chat import ChatModel, Job
from bizrag.settings import DescribingSettings
from bizrag.store.blobs import BlobStore

ChatOf = Callable[[Job], ChatModel | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Describers:
    """One describer for each kind of artifact."""

    tables: Describer = describe_tables
    pictures: Describer = describe_pictures
    slides: Describer = describe_slides

    def describe(self, parse: Parse, *, layout: Layout) -> list[Description | Item]:
        """One entry for every table and picture, or for every slide of a horizontal document.

        A document without pages has no slides: it is described as vertical whatever its label.
        """
        if layout is Layout.HORIZONTAL and parse.pages:
            return [*self.slides(parse)]
        return [*self.tables(parse), *self.pictures(parse)]


def build_describers(settings: DescribingSettings, chat: ChatOf, blobs: BlobStore) -> Describers:
    """The describers of the settings."""
    tables, pictures, slides = chat(Job.TABLE), chat(Job.PICTURE), chat(Job.SLIDE)
    max_px = settings.image_max_px
    return Describers(
        tables=ChatTables(tables, part_cells=settings.table_part_cells) if tables else describe_tables,
        pictures=ChatPictures(pictures, blobs, image_max_px=max_px) if pictures else describe_pictures,
        slides=ChatSlides(slides, blobs, image_max_px=max_px) if slides else describe_slides,
    )


def build_classifier(chat: ChatOf, blobs: BlobStore) -> Classifier:
    """The classifier of the settings."""
    return Classifier(pages_model=chat(Job.CLASSIFY), text_model=chat(Job.TITLE), blobs=blobs)


def build_formatter(settings: FormatSettings, chat: ChatOf) -> MarkdownFormatter | None:
    """Who finds the sections of reports; None where the parser's headings are used.

    Raises ConfigurationError where a chat model is wanted and none is configured.
    """
    if settings.sections is SectionSource.PARSER:
        return None
    model = chat(Job.FORMAT)
    if model is None:
        raise ConfigurationError(
            "BIZRAG_FORMATTING__SECTIONS=markdown needs a chat model: set BIZRAG_PROVIDERS__OPENAI__API_KEY or "
            "__BASE_URL (docs/providers.md), or leave the sections to the parser"
        )
    return MarkdownFormatter(chat=model, settings=settings)


def formatter_identity(settings: FormatSettings, identity: Callable[[Job], str | None]) -> dict[str, str]:
    """Which model finds sections, and how. Empty: the parser does."""
    if settings.sections is SectionSource.PARSER:
        return {}
    return {"format": formatter.identity(identity(Job.FORMAT) or "none", settings)}


def classifier_identities(identity: Callable[[Job], str | None]) -> dict[str, str]:
    """Which models classify and name documents, and how; ``identity`` gives the model of a job. Empty: all is local."""
    pages, text = identity(Job.CLASSIFY), identity(Job.TITLE)
    return {
        **({"classify": chat_classify.pages_identity(pages)} if pages else {}),
        **({"title": chat_classify.text_identity(text)} if text else {}),
    }


def describer_identities(settings: DescribingSettings, identity: Callable[[Job], str | None]) -> dict[str, str]:
    """Which models describe tables, pictures and slides, and how. Empty: all is local."""
    tables, pictures, slides = identity(Job.TABLE), identity(Job.PICTURE), identity(Job.SLIDE)
    max_px = settings.image_max_px
    return {
        **({"table": chat_tables.identity(tables, part_cells=settings.table_part_cells)} if tables else {}),
        **({"picture": chat_pictures.identity(pictures, image_max_px=max_px)} if pictures else {}),
        **({"slide": chat_slides.identity(slides, image_max_px=max_px)} if slides else {}),
    }
