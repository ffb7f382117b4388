"""The ingestion assets: a node per stage, and one step that takes a batch of documents through the chosen ones."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import dagster as dg
from pydantic import Field

from assets.buckets import BucketReporter
from assets.keys import asset_key, bucket_number, bucket_of, partitions_of, upstream_keys
from assets.reporting import DocumentReporter, Node, Reporter, failure_of
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.plan import plan
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import STAGE_BY_NAME, STAGES, Stage, StageName
from bizrag.pipeline.versions import code_version
from bizrag.settings import Settings
from bizrag.store import catalog
from resources.ingestion import IngestionSession

# One run of ours at a time: it parses with all its workers, and a second one would only share the processors.
INGESTION_POOL = "ingestion"

_KINDS = {
    StageName.DOCUMENTS: {"python"},
    StageName.CLASSIFICATIONS: {"python"},
    StageName.PAGES: {"docling"},
    StageName.DESCRIPTIONS: {"python"},
    StageName.CHUNKS: {"python"},
    StageName.EMBEDDINGS: {"onnx"},
    StageName.SEARCH_INDEX: {"postgres"},
}


class Batch(dg.Config):
    """Which documents to work on."""

    documents: list[str] = Field(
        default_factory=list,
        description="documents as collection/path; empty: those of the run's partitions, without any all with work",
    )
    everything: bool = Field(default=False, description="all documents that have work to do, in one run")


def build_ingestion(settings: Settings) -> dg.AssetsDefinition:
    """The ingestion assets for the indexes of the settings."""
    nodes: list[Node] = [
        (stage.name, name) for stage in STAGES for name in (settings.indexes if stage.is_per_index else [None])
    ]
    specs = [_spec(STAGE_BY_NAME[stage], index_name, settings) for stage, index_name in nodes]
    code_versions = {spec.key: spec.code_version or "" for spec in specs}

    @dg.multi_asset(
        name="ingestion",
        specs=specs,
        can_subset=True,
        partitions_def=partitions_of(settings),
        backfill_policy=dg.BackfillPolicy.multi_run(max_partitions_per_run=_partitions_per_run(settings)),
        op_tags={"dagster/max_retries": "0"},
        pool=INGESTION_POOL,
    )
    def ingestion(
        context: dg.AssetExecutionContext, config: Batch, session: dg.ResourceParam[IngestionSession]
    ) -> Iterator[dg.MaterializeResult[None]]:
        services = session.services
        work = find_work(services, config, _chosen_partitions(context, config))
        selected = [node for node in nodes if asset_key(*node) in context.selected_asset_keys]
        reporter = _reporter(context, services, selected, code_versions, work)
        failed: list[StageEvent] = []
        for event in run_documents(
            services,
            work.documents,
            stages=frozenset(stage for stage, _ in selected),
            indexes=frozenset(name for _, name in selected if name) or None,
            on_page=session.on_page,
            on_wait=session.on_wait,
        ):
            reporter.report(event)
            if event.status is EventStatus.FAILED:
                failed.append(event)
            if session.on_event is not None:
                session.on_event(event)
        reporter.finish()
        if failed or work.missing:
            raise failure_of(failed, work.missing)
        # Events are logged per partition above; yielding nothing tells Dagster that no other output is to come.
        yield from ()

    return ingestion


def _chosen_partitions(context: dg.AssetExecutionContext, config: Batch) -> list[str]:
    """The partitions of a run that names no documents; none where none were chosen, as a form in the UI allows."""
    is_partitioned = context.has_partition_key or context.has_partition_key_range
    return list(context.partition_keys) if is_partitioned and not (config.documents or config.everything) else []


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """The documents of a run."""

    documents: Sequence[int]
    # partitions that no document belongs to any more
    missing: Sequence[str]
    # buckets of the documents, where there are buckets
    buckets: Sequence[int]


def find_work(services: Services, config: Batch, partitions: Sequence[str]) -> Work:
    """Documents by their keys, those of partitions, or all that have work; of buckets such as have work, or failed."""
    buckets = services.settings.ingest.buckets
    with services.engine.connect() as conn:
        if config.everything or not (config.documents or partitions):
            stale = plan(conn, services)
            touched = {bucket_of(item.document_id, buckets) for item in stale} if buckets else set[int]()
            return Work(documents=[item.document_no for item in stale], missing=(), buckets=sorted(touched))
        if buckets and not config.documents:
            numbers = [bucket_number(key) for key in partitions]
            found = catalog.find_by_bucket(conn, numbers, buckets)
            stale = plan(conn, services, documents=found, retry_failed=True)
            return Work(documents=[item.document_no for item in stale], missing=(), buckets=numbers)
        keys = config.documents or partitions
        rows = catalog.load_documents(conn, catalog.find_by_partition(conn, keys))
    known = {row.partition_key for row in rows}
    return Work(
        documents=[row.document_no for row in rows],
        missing=[key for key in keys if key not in known],
        buckets=sorted({bucket_of(row.document_id, buckets) for row in rows}) if buckets else (),
    )


def _reporter(
    context: dg.AssetExecutionContext,
    services: Services,
    selected: Sequence[Node],
    code_versions: Mapping[dg.AssetKey, str],
    work: Work,
) -> Reporter:
    if services.settings.ingest.buckets:
        return BucketReporter(context, selected, code_versions, services, work.buckets)
    blobs = services.blobs if services.settings.ingest.thumbnails else None
    return DocumentReporter(context, selected, code_versions, blobs)


def _partitions_per_run(settings: Settings) -> int:
    """A bucket is a batch of its own."""
    return 1 if settings.ingest.buckets else settings.ingest.batch_documents


def _spec(stage: Stage, index_name: str | None, settings: Settings) -> dg.AssetSpec:
    return dg.AssetSpec(
        key=asset_key(stage.name, index_name),
        deps=upstream_keys(stage.name, index_name),
        description=stage.grain,
        group_name=stage.group,
        code_version=code_version(stage.name, index_name, settings),
        kinds=_KINDS[stage.name],
        skippable=True,
    )
