"""What every stage is made of now: code, model and parameters. A change here makes documents stale, and only those."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bizrag.chunking import CHUNKER, ChunkParams
from bizrag.configuration.embedding import MultimodalEndpoint, PageModel, TextEndpoint
from bizrag.describing.classify import CLASSIFIER
from bizrag.describing.describe import DESCRIBER
from bizrag.describing.describers import classifier_identities, describer_identities, formatter_identity
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_json
from bizrag.model.variants import EmbedderKind
from bizrag.parsing.files.formats import SUPPORTED
from bizrag.parsing.parser import parser_fingerprint
from bizrag.parsing.preview import PREVIEWER
from bizrag.pipeline.stages import STAGES, StageName, StageVersion
from bizrag.providers.embedders import embedding_of, embedding_space, token_measure
from bizrag.providers.factory import chat_identity
from bizrag.providers.named_entities import entity_finder
from bizrag.settings import ParsingSettings, Settings
from bizrag.store.indexes import IndexRow, IndexSpec
from bizrag.store.publish import publisher

# Side of the image patch that takes one token: 28 in Qwen2-VL and the models made of it, no smaller in others. Only an
# upper bound matters: what does not fit becomes another input.
_PATCH_PX = 28

# Raised when what a stage writes changes although its parts below do not.
_CODE: dict[StageName, int] = dict.fromkeys(StageName, 1)


def chunk_params(settings: Settings, index_name: str) -> ChunkParams:
    """How an index chunks: a multimodal input has the window of its model, whatever the size of text chunks."""
    chunking, index = settings.chunking, settings.indexes[index_name]
    embedding = embedding_of(settings, index_name)
    has_window = isinstance(embedding, TextEndpoint | MultimodalEndpoint | PageModel)
    window = embedding.max_tokens if has_window else chunking.max_tokens
    params = ChunkParams(
        max_tokens=min(chunking.max_tokens, window),
        heading_share=chunking.heading_share,
        table_data=chunking.table_data,
        cascade=index.cascade,
        fixed_chunks=index.fixed_chunks,
    )
    if index.variant.embedder_kind is not EmbedderKind.MULTIMODAL:
        return params
    assert isinstance(embedding, MultimodalEndpoint | PageModel), "embedding_of refuses others"
    return replace(
        params,
        window_tokens=embedding.max_tokens,
        image_tokens=math.ceil(embedding.image_max_px / _PATCH_PX) ** 2,
    )


def index_spec(name: str, settings: Settings) -> IndexSpec:
    """An index as the settings want it."""
    index = settings.indexes[name]
    space = embedding_space(embedding_of(settings, name))
    return IndexSpec(
        index_name=name,
        variant=index.variant.value,
        chunk_params=chunk_params(settings, name).to_json(),
        space=space.name,
        dimensions=space.dimensions,
        text_config=None if index.text_config == "auto" else index.text_config,
        k1=settings.search.bm25_k1,
        b=settings.search.bm25_b,
    )


def stage_versions(settings: Settings, indexes: Mapping[str, IndexRow]) -> list[StageVersion]:
    """All stages in order: the shared ones, then those of each index."""
    return [_version(stage.name, None, 0, settings) for stage in STAGES if not stage.is_per_index] + [
        _version(stage.name, name, row.index_no, settings)
        for name, row in indexes.items()
        for stage in STAGES
        if stage.is_per_index
    ]


def code_version(stage: StageName, index_name: str | None, settings: Settings) -> str:
    """What Dagster shows as a stage's code version; needs no database."""
    return _version(stage, index_name, 0, settings).static[:16]


def _version(stage: StageName, index_name: str | None, index_no: int, settings: Settings) -> StageVersion:
    parts = {"code": _CODE[stage], **_parts(stage, index_name, settings)}
    return StageVersion(stage=stage, index_no=index_no, parts=parts, static=sha256_json([stage.value, parts]))


def _parts(stage: StageName, index_name: str | None, settings: Settings) -> dict[str, Any]:
    match stage:
        case StageName.DOCUMENTS:
            return {"previewer": PREVIEWER}
        case StageName.CLASSIFICATIONS:
            models = classifier_identities(lambda job: chat_identity(settings, job))
            return {"classifier": CLASSIFIER, **models}
        case StageName.PAGES:
            # what is allowed makes no other parse, but decides whether one passes
            allowed = {"allow_partial": True} if settings.parsing.allow_partial else {}
            return {"parsers": _parsers(settings.parsing), **allowed}
        case StageName.DESCRIPTIONS:
            models = describer_identities(settings.describing, lambda job: chat_identity(settings, job))
            sections = formatter_identity(settings.formatting, lambda job: chat_identity(settings, job))
            return {"describer": DESCRIBER, **models, **sections}
        case StageName.CHUNKS:
            assert index_name is not None, "chunks belong to an index"
            chunker = CHUNKER[settings.indexes[index_name].variant]
            # chunks are measured in tokens of their embedder
            measure = token_measure(embedding_of(settings, index_name))
            counted = {"tokens": measure} if measure is not None else {}
            return {"chunker": chunker, "params": chunk_params(settings, index_name).to_json(), **counted}
        case StageName.EMBEDDINGS:
            assert index_name is not None, "embeddings belong to an index"
            return {"space": embedding_space(embedding_of(settings, index_name)).name}
        case StageName.SEARCH_INDEX:
            assert index_name is not None, "a search index has a name"
            finder = entity_finder(settings.entities)
            return {"publisher": publisher(finder), "text_config": settings.indexes[index_name].text_config}


def _parsers(parsing: ParsingSettings) -> str:
    """One hash over the parsers of all layouts and formats.

    A change to one of them makes every document look again, and most find their parse stored.
    """
    return sha256_json(
        {
            f"{layout}:{mime}": parser_fingerprint(parsing, layout, mime)
            for layout in Layout
            for mime in sorted(set(SUPPORTED.values()))
        }
    )
