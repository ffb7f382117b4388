"""Names that the assets go by in Dagster, and which partition a document belongs to."""

from __future__ import annotations

import dagster as dg

from bizrag.pipeline.stages import STAGE_BY_NAME, StageName
from bizrag.settings import Settings

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


def corpus_key(index_name: str) -> dg.AssetKey:
    """The asset that sums an index up."""
    return dg.AssetKey([index_name, "corpus"])


def evaluation_key(name: str) -> dg.AssetKey:
    """The asset of a question set."""
    return dg.AssetKey(["evaluation", name])


def question_set_key(index_name: str) -> dg.AssetKey:
    """The asset with a question set made of an index."""
    return dg.AssetKey([index_name, "question_set"])


def partitions_of(settings: Settings) -> dg.PartitionsDefinition[str]:
    """A partition per document, or the buckets that documents are spread over."""
    if settings.ingest.buckets:
        return dg.StaticPartitionsDefinition([bucket_key(number) for number in range(settings.ingest.buckets)])
    return document_partitions


def bucket_key(number: int) -> str:
    """The partition of a bucket; 0-based."""
    return f"bucket_{number:05}"


def bucket_number(key: str) -> int:
    """The bucket of a partition.

    >>> bucket_number(bucket_key(17))
    17
    """
    return int(key.removeprefix("bucket_"))


def bucket_of(document_id: str, buckets: int) -> int:
    """The bucket of a document: its id, which is a hash, modulo the number of buckets.

    >>> bucket_of("0000000a" + 24 * "f", 8)
    2
    """
    return int(document_id[:8], 16) % buckets
