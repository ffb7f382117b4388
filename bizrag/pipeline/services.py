"""What the stages work with, opened once per process and closed together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from bizrag.describing.chat_classify import Classifier
from bizrag.describing.describers import Describers, build_classifier, build_describers, build_formatter
from bizrag.describing.formatting.formatter import MarkdownFormatter
from bizrag.pipeline.versions import index_spec
from bizrag.providers.chat import ChatModel, Job
from bizrag.providers.factory import chat_model
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.engine import open_engine
from bizrag.store.indexes import IndexRow, ensure_index

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from bizrag.parsing.confined.looking import Looker
    from bizrag.parsing.confined.workers import ParserPool
    from bizrag.providers.embedders import Embedders
    from bizrag.providers.embedding import TextEmbedder

# (document, pages done, pages in all)
OnPage = Callable[[str, int, int], None]


class Services:
    """Database, blobs, parser processes and models of one ingesting process.

    Everything opens when it is first used; close() stops the parser processes and returns the connections. Parsers and
    embedders that are given stay the caller's; an embedder answers for its space.
    """

    def __init__(
        self, settings: Settings, *, parsers: ParserPool | None = None, embedders: Sequence[TextEmbedder] = ()
    ) -> None:
        self.settings = settings
        self._given_parsers = parsers
        self._given_embedders = embedders

    @cached_property
    def engine(self) -> Engine:
        """The database, started and migrated."""
        return open_engine(self.settings, holds_locks=True)

    @cached_property
    def blobs(self) -> BlobStore:
        """Where images go."""
        return BlobStore(self.settings.blobs)

    @cached_property
    def embedders(self) -> Embedders:
        """The models that turn chunks into vectors, one for each space."""
        from bizrag.providers.embedders import Embedders

        return Embedders(self.settings, lambda: self.engine, given=self._given_embedders)

    def chat(self, job: Job) -> ChatModel | None:
        """The chat model of a job; None where the local way is used."""
        return chat_model(self.settings, job, self.engine)

    @cached_property
    def classifier(self) -> Classifier:
        """Who labels and names documents."""
        return build_classifier(self.chat, self.blobs)

    @cached_property
    def describers(self) -> Describers:
        """Who describes tables, pictures and slides."""
        return build_describers(self.settings.describing, self.chat, self.blobs)

    @cached_property
    def formatter(self) -> MarkdownFormatter | None:
        """Who finds the sections of reports; None where the parser's headings are used."""
        return build_formatter(self.settings.formatting, self.chat)

    @property
    def parsers(self) -> ParserPool:
        """The parser processes; none runs before the first document is submitted."""
        return self._given_parsers or self._own_parsers

    @property
    def looker(self) -> Looker:
        """The process that looks at files before they are parsed; it needs no weights."""
        return self._given_parsers.looker if self._given_parsers else self._own_looker

    @cached_property
    def _own_looker(self) -> Looker:
        from bizrag.parsing.confined.looking import Looker

        return Looker(self.settings.parsing)

    @cached_property
    def _own_parsers(self) -> ParserPool:
        from bizrag.parsing.confined.workers import ParserPool
        from bizrag.weights import prepare_all

        prepare_all(self.settings)
        return ParserPool(self.settings, self.blobs)

    @cached_property
    def indexes(self) -> dict[str, IndexRow]:
        """The indexes of the settings by name; a new one is created."""
        with self.engine.begin() as conn:
            return {name: ensure_index(conn, index_spec(name, self.settings)) for name in self.settings.indexes}

    @property
    def index_nos(self) -> list[int]:
        """Their numbers. The database may hold others: of settings that are no more, or of other machines."""
        return [index.index_no for index in self.indexes.values()]

    def close(self) -> None:
        """Stop what runs; safe to call twice."""
        if "_own_looker" in self.__dict__:
            self.__dict__.pop("_own_looker").close()
        if "_own_parsers" in self.__dict__:
            self.__dict__.pop("_own_parsers").close()
        if "engine" in self.__dict__:
            self.__dict__.pop("engine").dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
