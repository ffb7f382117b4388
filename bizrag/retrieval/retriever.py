"""The retriever: a question in, ranked chunks out. Embeds the question and lets the store search."""

from __future__ import annotations

from sqlalchemy import Engine

from bizrag.errors import BadInputError, ConfigurationError
from bizrag.model.retrieval import Hit, Retriever, SearchFilter
from bizrag.providers.embedding import TextEmbedder
from bizrag.settings import Settings
from bizrag.store.indexes import get_index
from bizrag.store.search import search

#: hits that one search may ask for
MAX_TOP_K = 1000


class HybridRetriever:
    """Dense, BM25 or both fused by reciprocal rank (MM-BizRAG 1.5), in one statement of the database."""

    def __init__(self, engine: Engine, embedder: TextEmbedder, settings: Settings) -> None:
        self._engine = engine
        self._embedder = embedder
        self._settings = settings

    def retrieve(
        self,
        question: str,
        *,
        index: str = "default",
        filters: SearchFilter | None = None,
        retriever: Retriever = Retriever.HYBRID,
        top_k: int | None = None,
    ) -> list[Hit]:
        """The best chunks for a question, best first; ``top_k`` None means the setting ``search.fused_top_k``.

        ``index`` is a name or an alias; it is resolved in the transaction that searches, so a search never meets an
        alias halfway. ``filters`` narrow to collections and documents.

        Raises BadInputError for an empty question or a ``top_k`` out of range, NotFoundError for an unknown index,
        ConfigurationError when the index holds vectors of another embedder.
        """
        top_k = self._settings.search.fused_top_k if top_k is None else top_k
        question = _storable(question)
        if not question.strip():
            raise BadInputError("the question is empty: ask for something")
        if not 1 <= top_k <= MAX_TOP_K:
            raise BadInputError(f"top_k is {top_k}: give a number from 1 to {MAX_TOP_K}")
        embedding = None if retriever is Retriever.BM25 else self._embedder.embed([question])[0]
        with self._engine.begin() as conn:
            row = get_index(conn, index)
            if embedding is not None and row.space != self._embedder.space:
                raise ConfigurationError(
                    f"index {index!r} holds vectors of {row.space}, the embedder makes {self._embedder.space}: "
                    "search with --retriever bm25, or ingest into a new index"
                )
            return search(
                conn,
                index=row,
                text=question,
                embedding=embedding,
                retriever=retriever,
                filters=filters or SearchFilter(),
                settings=self._settings.search,
                top_k=top_k,
            )


def _storable(text: str) -> str:
    """Text without NUL characters and lone surrogates, which no database takes."""
    return text.replace("\0", " ").encode("utf-8", "ignore").decode("utf-8")
