"""Which embedder an index has: chosen by the settings, made when it is first asked for, and then kept.

An index names one of ``providers.embeddings`` (default: ``providers.embedding``). That entry says who computes; the
space that follows from it is what the index is built with.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pydantic import SecretStr

from bizrag.configuration.embedding import (
    EmbeddingSettings,
    LateInteractionModel,
    LocalEmbedding,
    MultimodalEndpoint,
    PageModel,
    TextEndpoint,
)
from bizrag.configuration.endpoint import COHERE_URL, Endpoint
from bizrag.errors import ConfigurationError
from bizrag.model.hashing import sha256_text
from bizrag.model.variants import EmbedderKind, Variant
from bizrag.providers.embedding import EmbeddingSpace, MultimodalEmbedder, MultiVectorEmbedder, TextEmbedder
from bizrag.providers.embedding_endpoint import EmbeddingEndpoint, Window
from bizrag.providers.local_embedding import LOCAL_SPACE, local_embedder
from bizrag.providers.multimodal_embedding import ChatEmbedder, CohereEmbedder
from bizrag.providers.openai_embedding import OpenAIEmbedder
from bizrag.providers.token_counting import PACKAGED, token_counter
from bizrag.settings import IndexSettings, Settings

if TYPE_CHECKING:
    from sqlalchemy import Engine

__all__ = ["Embedders", "embedding_of", "embedding_space", "endpoint_of", "token_measure"]

_Made = TypeVar("_Made")

# Texts may be embedded by a multimodal model too.
_FITTING = {
    EmbedderKind.TEXT: ("local", "openai", "openai-multimodal", "cohere", "visrag"),
    EmbedderKind.MULTIMODAL: ("openai-multimodal", "cohere", "visrag"),
    EmbedderKind.MULTI_VECTOR: ("colpali",),
}
_NEEDS = {
    EmbedderKind.TEXT: "it makes many vectors of a page and none of a text",
    EmbedderKind.MULTIMODAL: "it reads no images; cohere, nomic, visrag and others do",
    EmbedderKind.MULTI_VECTOR: "late interaction needs colpali or another of that provider",
}


def embedding_of(settings: Settings, index_name: str) -> EmbeddingSettings:
    """The embedding that an index has by the settings. Raises ConfigurationError when no entry has its name."""
    index = settings.indexes.get(index_name) or IndexSettings()
    name = index.embedding or _default_embedding(index.variant, settings)
    found = settings.providers.embeddings.get(name)
    if found is None:
        known = ", ".join(sorted(settings.providers.embeddings))
        raise ConfigurationError(
            f"index {index_name} wants the embedding {name!r}, which the settings do not have; they have: {known}"
        )
    if found.provider not in _FITTING[index.variant.embedder_kind]:
        raise ConfigurationError(
            f"index {index_name}: the embedding {name!r} does not fit the variant {index.variant}: "
            + _NEEDS[index.variant.embedder_kind]
        )
    return found


def _default_embedding(variant: Variant, settings: Settings) -> str:
    match variant:
        case Variant.COLPALI | Variant.VISRAG:
            return variant.value
        case Variant.PCMHE | Variant.TCMIE:
            return settings.providers.multimodal_embedding
        case Variant.TCTE | Variant.TEXT_ONLY:
            return settings.providers.embedding


def embedding_space(embedding: EmbeddingSettings) -> EmbeddingSpace:
    """The space of an embedding; nothing is loaded.

    The name says who computes, the model, its precision, the length of the vectors and what else changes them. The
    address of an endpoint is not part of it: the same model elsewhere makes the same vectors.
    """
    match embedding:
        case LocalEmbedding():
            return LOCAL_SPACE
        case TextEndpoint() | MultimodalEndpoint():
            parts = [embedding.provider, embedding.model, embedding.precision, str(embedding.dimensions)]
            if embedding.passage_prefix:
                parts.append(f"passage-{sha256_text(embedding.passage_prefix)[:8]}")
        case LateInteractionModel() | PageModel():
            model = f"{embedding.model}@{embedding.revision}" if embedding.revision else embedding.model
            parts = [embedding.provider, model, embedding.precision, str(embedding.dimensions)]
    if isinstance(embedding, PageModel):
        parts.append(embedding.pooling)
    if not isinstance(embedding, TextEndpoint):
        parts.append(f"{embedding.image_max_px}px")
    if isinstance(embedding, LateInteractionModel) and embedding.pool_factor > 1:
        parts.append(f"pool{embedding.pool_factor}")
    return EmbeddingSpace(name="/".join(parts), dimensions=embedding.dimensions)


def token_measure(embedding: EmbeddingSettings) -> str | None:
    """Whose tokens the embedding counts; None for the packaged tokenizer, which late interaction takes too."""
    match embedding:
        case TextEndpoint() | MultimodalEndpoint():
            return embedding.tokenizer if embedding.tokenizer != PACKAGED else None
        case PageModel():
            return f"{embedding.model}@{embedding.revision}"
        case LocalEmbedding() | LateInteractionModel():
            return None


def endpoint_of(settings: Settings, embedding: TextEndpoint | MultimodalEndpoint) -> Endpoint:
    """The server of an embedding. COHERE_API_KEY goes to Cohere and to nobody else."""
    if embedding.provider != "cohere":
        return embedding.endpoint or settings.providers.openai
    server = embedding.endpoint or Endpoint()
    key = server.api_key
    if server.base_url in (None, COHERE_URL) and key is None and os.environ.get("COHERE_API_KEY"):
        key = SecretStr(os.environ["COHERE_API_KEY"])
    return server.model_copy(update={"base_url": server.base_url or COHERE_URL, "api_key": key})


class Embedders:
    """The embedders of one process, one for each space. Safe for several threads.

    Every method takes the name of an index and, where it is known, the space that the index was built with: then the
    embedding of that space answers, whatever the settings say of the index now. All raise ConfigurationError when no
    embedding fits.
    """

    def __init__(self, settings: Settings, engine: Callable[[], Engine], *, given: Sequence[TextEmbedder] = ()) -> None:
        """``engine`` is asked when a call over HTTP is to be limited and counted.

        ``given`` embedders answer for their spaces in place of the settings' own.
        """
        self._settings = settings
        self._engine = engine
        self._lock = threading.Lock()
        self._texts: dict[str, TextEmbedder] = {embedder.space: embedder for embedder in given}
        self._multimodal: dict[str, MultimodalEmbedder] = {}
        self._pages: dict[str, MultiVectorEmbedder] = {}

    def text(self, index_name: str, *, space: str | None = None) -> TextEmbedder:
        """The embedder of texts and questions; a multimodal one where the index has that."""
        embedding = self._embedding(index_name, space)
        match embedding:
            case LocalEmbedding():
                return self.packaged()
            case TextEndpoint():
                return self._once(self._texts, embedding, lambda: self._openai(embedding))
            case MultimodalEndpoint() | PageModel():
                return self.multimodal(index_name, space=space)
            case LateInteractionModel():
                raise _unfit(index_name, embedding, "makes many vectors of a text, not one: take the variant colpali")

    def packaged(self) -> TextEmbedder:
        """The embedder that needs neither key nor endpoint, whatever the indexes have."""
        return self._once(self._texts, LocalEmbedding(), lambda: local_embedder(self._settings))

    def is_local(self, index_name: str, *, space: str | None = None) -> bool:
        """Whether questions to an index are embedded in this process, and cost nothing."""
        return isinstance(self._embedding(index_name, space), LocalEmbedding | PageModel | LateInteractionModel)

    def multimodal(self, index_name: str, *, space: str | None = None) -> MultimodalEmbedder:
        """The embedder of texts with images."""
        embedding = self._embedding(index_name, space)
        match embedding:
            case MultimodalEndpoint():
                return self._once(self._multimodal, embedding, lambda: self._over_http(embedding))
            case PageModel():
                return self._once(self._multimodal, embedding, lambda: _page_model(embedding))
            case LocalEmbedding() | TextEndpoint() | LateInteractionModel():
                raise _unfit(index_name, embedding, "makes no vector of an image: take cohere, nomic or visrag")

    def pages(self, index_name: str, *, space: str | None = None) -> MultiVectorEmbedder:
        """The embedder of pages as many vectors."""
        embedding = self._embedding(index_name, space)
        if not isinstance(embedding, LateInteractionModel):
            raise _unfit(index_name, embedding, "makes one vector, not many: take colpali")
        return self._once(self._pages, embedding, lambda: _late_interaction(embedding))

    def _openai(self, embedding: TextEndpoint) -> OpenAIEmbedder:
        return OpenAIEmbedder(embedding_space(embedding), embedding, self._endpoint(embedding), self._window(embedding))

    def _over_http(self, embedding: MultimodalEndpoint) -> MultimodalEmbedder:
        adapter = CohereEmbedder if embedding.provider == "cohere" else ChatEmbedder
        return adapter(embedding_space(embedding), embedding, self._endpoint(embedding), self._window(embedding))

    def _endpoint(self, embedding: TextEndpoint | MultimodalEndpoint) -> EmbeddingEndpoint:
        server = endpoint_of(self._settings, embedding)
        return EmbeddingEndpoint(embedding, server, self._settings.providers.calls, self._engine)

    def _window(self, embedding: TextEndpoint | MultimodalEndpoint) -> Window:
        return Window(token_counter(embedding.tokenizer, self._settings), max_tokens=embedding.max_tokens)

    def _embedding(self, index_name: str, space: str | None) -> EmbeddingSettings:
        """The embedding of an index, or of the space that it was built with."""
        if space is None:
            return embedding_of(self._settings, index_name)
        known = self._settings.providers.embeddings
        if index_name in self._settings.indexes:
            own = embedding_of(self._settings, index_name)
            known = {"": own, **known}
        for embedding in known.values():
            if embedding_space(embedding).name == space:
                return embedding
        raise ConfigurationError(
            f"index {index_name} holds vectors of {space}, and no embedding of the settings makes such: "
            "search it with --retriever bm25, or name the embedding in BIZRAG_PROVIDERS__EMBEDDINGS"
        )

    def _once(self, made: dict[str, _Made], embedding: EmbeddingSettings, make: Callable[[], _Made]) -> _Made:
        space = embedding_space(embedding).name
        with self._lock:
            if space not in made:
                made[space] = make()
            return made[space]


def _page_model(embedding: PageModel) -> MultimodalEmbedder:
    from bizrag.providers.visual_pages import VisualPageEmbedder

    return VisualPageEmbedder(embedding_space(embedding), embedding)


def _late_interaction(embedding: LateInteractionModel) -> MultiVectorEmbedder:
    from bizrag.providers.visual_patches import VisualPatchEmbedder

    return VisualPatchEmbedder(embedding_space(embedding), embedding)


def _unfit(index_name: str, embedding: EmbeddingSettings, reason: str) -> ConfigurationError:
    name = "the packaged model" if isinstance(embedding, LocalEmbedding) else embedding.model
    return ConfigurationError(f"index {index_name}: {name} {reason}")
