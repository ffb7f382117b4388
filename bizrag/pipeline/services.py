"""What the stages work with, opened once per process and closed together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Self

from bizrag.chunking import ChunkParams
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.engine import open_engine
from bizrag.store.indexes import IndexRow, IndexSpec, ensure_index

if TYPE_CHECKING:
    from sqlalchemy import Engine

    from bizrag.parsing.workers import ParserPool
    from bizrag.providers.embedding import TextEmbedder


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexVersion:
    """An index as the settings want it and as the database has it."""

    row: IndexRow
    chunk_params: ChunkParams


class Services:
    """Database, blobs, parser processes and models of one ingesting process.

    Everything opens when it is first used; close() stops the parser processes and returns the connections.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def engine(self) -> Engine:
        """The database, started and migrated."""
        return open_engine(self.settings)

    @cached_property
    def blobs(self) -> BlobStore:
        """Where images go."""
        return BlobStore(self.settings.blobs)

    @cached_property
    def embedder(self) -> TextEmbedder:
        """The model that turns text into vectors."""
        from bizrag.providers.embedding import local_embedder

        return local_embedder(self.settings)

    @cached_property
    def parsers(self) -> ParserPool:
        """The parser processes; none runs before the first document is submitted."""
        from bizrag.parsing.workers import ParserPool
        from bizrag.weights import prepare_all

        prepare_all(self.settings)
        return ParserPool(self.settings, self.blobs)

    @cached_property
    def indexes(self) -> dict[str, IndexVersion]:
        """The indexes of the settings by name; a new one is created."""
        chunking = self.settings.chunking
        params = ChunkParams(max_tokens=chunking.max_tokens, heading_share=chunking.heading_share)
        found: dict[str, IndexVersion] = {}
        with self.engine.begin() as conn:
            for name, index in self.settings.indexes.items():
                spec = IndexSpec(
                    index_name=name,
                    variant=index.variant.value,
                    chunk_params=params.to_json(),
                    space=self.embedder.space,
                    dimensions=self.embedder.dimensions,
                    text_config=index.text_config,
                    k1=self.settings.search.bm25_k1,
                    b=self.settings.search.bm25_b,
                )
                found[name] = IndexVersion(row=ensure_index(conn, spec), chunk_params=params)
        return found

    def close(self) -> None:
        """Stop what runs; safe to call twice."""
        if "parsers" in self.__dict__:
            self.__dict__.pop("parsers").close()
        if "engine" in self.__dict__:
            self.__dict__.pop("engine").dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


OnPage = Callable[[str, int, int], None]
