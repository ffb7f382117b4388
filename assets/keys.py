"""Names that the assets go by in Dagster."""

from __future__ import annotations

import dagster as dg

from bizrag.pipeline.stages import STAGE_BY_NAME, StageName

# One partition per document: "<collection>/<relative path>".
document_partitions = dg.DynamicPartitionsDefinition(name="documents")


def asset_key(stage: StageName, index_name: str | None) -> dg.AssetKey:
    """``chunks`` of the index ``default`` is ``default/chunks``; shared stages stand alone."""
    return dg.AssetKey([index_name, stage.value] if index_name else [stage.value])


def upstream_keys(stage: StageName, index_name: str | None) -> list[dg.AssetKey]:
    """Keys of the assets that a stage reads."""
    return [
        asset_key(upstream, index_name if STAGE_BY_NAME[upstream].is_per_index else None)
        for upstream in STAGE_BY_NAME[stage].upstream
    ]
