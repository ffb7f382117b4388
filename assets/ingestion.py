"""The ingestion assets: a node per stage, and one step that takes a batch of documents through the chosen ones."""

from collections.abc import Iterator

import dagster as dg
from pydantic import Field

from assets.keys import asset_key, document_partitions, upstream_keys
from assets.reporting import BatchReporter, failure_of
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.runner import run_documents
from bizrag.pipeline.stages import STAGES, Stage, StageName
from bizrag.pipeline.versions import code_version
from bizrag.settings import Settings
from bizrag.store import catalog
from resources.ingestion import IngestionSession

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
    """Which documents to work on, by partition key; empty means the partitions of the run."""

    documents: list[str] = Field(default_factory=list)


def build_ingestion(settings: Settings) -> dg.AssetsDefinition:
    """The ingestion assets for the indexes of the settings."""
    nodes = [(stage, name) for stage in STAGES for name in (settings.indexes if stage.is_per_index else [None])]
    specs = [_spec(stage, index_name, settings) for stage, index_name in nodes]
    code_versions = {spec.key: spec.code_version or "" for spec in specs}

    @dg.multi_asset(
        name="ingestion",
        specs=specs,
        can_subset=True,
        partitions_def=document_partitions,
        backfill_policy=dg.BackfillPolicy.multi_run(max_partitions_per_run=settings.ingest.batch_documents),
        op_tags={"dagster/max_retries": "0"},
    )
    def ingestion(
        context: dg.AssetExecutionContext, config: Batch, session: dg.ResourceParam[IngestionSession]
    ) -> Iterator[dg.MaterializeResult[None]]:
        keys = config.documents or list(context.partition_keys)
        services = session.services
        with services.engine.connect() as conn:
            documents = catalog.find_by_partition(conn, keys)
            known = {row.partition_key for row in catalog.load_documents(conn, documents)}
        chosen = context.selected_asset_keys
        selected = [(stage, name) for stage, name in nodes if asset_key(stage.name, name) in chosen]
        reporter = BatchReporter(context, code_versions, services.blobs if settings.ingest.thumbnails else None)
        failed: list[StageEvent] = []
        for event in run_documents(
            services,
            documents,
            stages=frozenset(stage.name for stage, _ in selected),
            indexes=frozenset(name for _, name in selected if name) or None,
            on_page=session.on_page,
        ):
            reporter.report(event)
            if event.status is EventStatus.FAILED:
                failed.append(event)
            if session.on_event is not None:
                session.on_event(event)
        missing = [key for key in keys if key not in known]
        if failed or missing:
            raise failure_of(failed, missing)
        # Events are logged per partition above; yielding nothing tells Dagster that no other output is to come.
        yield from ()

    return ingestion


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
