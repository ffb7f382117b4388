"""What every stage is made of now: code, model and parameters. A change here makes documents stale, and only those."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bizrag.chunking import CHUNKER
from bizrag.describing.classify import CLASSIFIER
from bizrag.describing.describe import DESCRIBER
from bizrag.model.documents import Layout
from bizrag.model.hashing import sha256_json
from bizrag.parsing.formats import SUPPORTED
from bizrag.parsing.parser import parser_fingerprint
from bizrag.pipeline.services import IndexVersion
from bizrag.pipeline.stages import StageName, StageVersion
from bizrag.settings import ParsingSettings

# Raised when what a stage writes changes although its parts below do not.
_CODE: dict[StageName, int] = dict.fromkeys(StageName, 1)


def stage_versions(parsing: ParsingSettings, indexes: Mapping[str, IndexVersion]) -> list[StageVersion]:
    """All stages in order: the shared ones, then those of each index."""
    parsers = {
        f"{layout}:{mime}": parser_fingerprint(parsing, layout, mime)
        for layout in Layout
        for mime in sorted(set(SUPPORTED.values()))
    }
    shared: list[tuple[StageName, dict[str, Any]]] = [
        (StageName.DOCUMENTS, {}),
        (StageName.CLASSIFICATIONS, {"classifier": CLASSIFIER}),
        (StageName.PAGES, {"parsers": sha256_json(parsers)}),
        (StageName.DESCRIPTIONS, {"describer": DESCRIBER}),
    ]
    versions = [_version(stage, 0, parts) for stage, parts in shared]
    for index in indexes.values():
        row = index.row
        versions += [
            _version(StageName.CHUNKS, row.index_no, {"chunker": CHUNKER, "params": index.chunk_params.to_json()}),
            _version(StageName.EMBEDDINGS, row.index_no, {"space": row.space}),
            _version(StageName.SEARCH_INDEX, row.index_no, {"text_config": row.text_config}),
        ]
    return versions


def _version(stage: StageName, index_no: int, parts: dict[str, Any]) -> StageVersion:
    parts = {"code": _CODE[stage], **parts}
    return StageVersion(stage=stage, index_no=index_no, parts=parts, static=sha256_json([stage.value, parts]))
