"""Turn the runner's events into Dagster events, with the version tags that make staleness right in the UI."""

from __future__ import annotations

import base64
import io
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, Protocol

import dagster as dg
from dagster._core.events import AssetMaterializationPlannedData, DagsterEvent
from PIL import Image

from assets.keys import asset_key
from bizrag.errors import NotFoundError
from bizrag.model.hashing import sha256_json
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName
from bizrag.store.blobs import BlobStore

_THUMBNAIL_WIDTH_PX = 260
# Previews stay in the event log for ever.
_TABLE_PREVIEW_CHARS = 2000
# failed documents that the message of a run names itself
_LINES_SAID = 5


# A stage of an index (None: shared by all) that a run brings up to date.
Node = tuple[StageName, str | None]


class Reporter(Protocol):
    """Tells Dagster what a batch did."""

    def report(self, event: StageEvent) -> None:
        """Take in one event of the runner."""
        ...

    def finish(self) -> None:
        """The batch is through."""
        ...


class DocumentReporter:
    """Writes the events of one batch where every document is a partition."""

    def __init__(
        self,
        context: dg.AssetExecutionContext,
        selected: Sequence[Node],
        code_versions: Mapping[dg.AssetKey, str],
        blobs: BlobStore | None,
    ) -> None:
        self._context = context
        self._selected = selected
        self._code_versions = code_versions
        self._blobs = blobs

    def report(self, event: StageEvent) -> None:
        """One Dagster event for one event of the runner."""
        key = asset_key(event.stage, event.index_name)
        partition = event.document.partition_key
        if event.status is EventStatus.FAILED:
            self._say_why(event)
            self._show_failed(event)
            return
        self._context.log_event(
            dg.AssetMaterialization(
                key, partition=partition, metadata=self._metadata(event), tags=self._tags(event, key)
            )
        )

    def finish(self) -> None:
        """Everything was told as it happened."""

    def _show_failed(self, event: StageEvent) -> None:
        """Have a document show failed, in a run that names its documents instead of a range of partitions.

        At once: another run may make it while the rest of this batch takes its time, and the later event counts.
        """
        if self._context.has_partition_key_range or self._context.has_partition_key:
            return
        for key in self._not_made(event):
            plan_partition(self._context, key, event.document.partition_key)

    def _say_why(self, event: StageEvent) -> None:
        """The reason at every asset whose partition shows failed: Dagster itself says only that the run failed."""
        for key in self._not_made(event):
            self._context.log_event(
                dg.AssetObservation(
                    key,
                    partition=event.document.partition_key,
                    description=f"failed at {event.stage}: {event.error}",
                    metadata={"error": event.error, "stage": event.stage.value},
                )
            )

    def _not_made(self, event: StageEvent) -> list[dg.AssetKey]:
        """The assets that a failed document lacks: that of the stage, and those after it of the same index."""
        first = self._selected.index((event.stage, event.index_name))
        return [
            asset_key(stage, index_name)
            for stage, index_name in self._selected[first:]
            # what is shared is missing to all indexes; one that failed leaves the others as they are
            if event.index_name in (None, index_name)
        ]

    def _tags(self, event: StageEvent, key: dg.AssetKey) -> dict[str, str]:
        inputs = {
            asset_key(upstream, event.index_name if STAGE_BY_NAME[upstream].is_per_index else None): sha256_json(
                outputs
            )
            for upstream, outputs in event.inputs.items()
        }
        return version_tags(self._context, self._code_versions[key], sha256_json(event.outputs), inputs)

    def _metadata(self, event: StageEvent) -> dict[str, Any]:
        if event.status is EventStatus.UNCHANGED:
            return {"unchanged": True}
        metadata: dict[str, Any] = {"seconds": round(event.seconds, 3)}
        metadata |= {f"calls {name}": number for name, number in event.calls.items()}
        for name, value in event.metadata.items():
            shown = self._show(name, value)
            if shown is not None:
                metadata[name] = shown
        return metadata

    def _show(self, name: str, value: Any) -> Any:
        if value is None or value == []:
            return None
        if name == "thumbnail":
            return self._thumbnail(value)
        if name == "first table":
            return dg.MetadataValue.md(value[:_TABLE_PREVIEW_CHARS])
        if isinstance(value, list):
            return dg.MetadataValue.md("\n".join(f"- {line}" for line in value))
        return dg.MetadataValue.json(value) if isinstance(value, dict) else value

    def _thumbnail(self, sha256: str) -> dg.MarkdownMetadataValue | None:
        try:
            return thumbnail(self._blobs.get(sha256)) if self._blobs else None
        except NotFoundError:  # an image that is lost must not end the run of a whole batch
            return None


def version_tags(
    context: dg.AssetExecutionContext, code_version: str, data_version: str, inputs: Mapping[dg.AssetKey, str]
) -> dict[str, str]:
    """The four tag families that Dagster's stale status reads; ``inputs`` are data versions of what was read."""
    tags = {
        "dagster/data_version": data_version,
        "dagster/data_version_is_user_provided": "true",
        "dagster/code_version": code_version,
    }
    if inputs:
        # A later event of an input means that it has changed since; the input's own event must not count as later.
        pointer = str(context.instance.event_log_storage.get_maximum_record_id() or 0)
        for key, version in inputs.items():
            tags[f"dagster/input_data_version/{key.to_user_string()}"] = version
            tags[f"dagster/input_event_pointer/{key.to_user_string()}"] = pointer
    return tags


def plan_partition(context: dg.AssetExecutionContext, key: dg.AssetKey, partition: str) -> None:
    """Say that this run is to make a partition, as Dagster itself does for runs over partitions.

    A partition that a failed run planned and did not make is what the UI paints red.
    """
    planned = DagsterEvent.build_asset_materialization_planned_event(
        context.run.job_name,
        str(context.op_execution_context.op_handle),
        AssetMaterializationPlannedData(asset_key=key, partition=partition),
    )
    context.instance.report_dagster_event(planned, context.run.run_id)


def thumbnail(image: bytes) -> dg.MarkdownMetadataValue:
    """A page image small enough for the event log (about 10 KB), shown in the UI."""
    with Image.open(io.BytesIO(image)) as page:
        small = page.convert("RGB")
        small.thumbnail((_THUMBNAIL_WIDTH_PX, 2 * _THUMBNAIL_WIDTH_PX))
        buffer = io.BytesIO()
        small.save(buffer, "JPEG", quality=60, optimize=True)
    encoded = base64.b64encode(buffer.getvalue()).decode("ascii")
    return dg.MetadataValue.md(f"![first page](data:image/jpeg;base64,{encoded})")


def _failed_line(event: StageEvent) -> str:
    """A document, its stage and why; errors of files begin with the name, which stands there already."""
    uri = event.document.source_uri
    return f"- {uri} ({event.stage}): {(event.error or '').removeprefix(f'{PurePosixPath(uri).name}: ')}"


def failure_of(errors: Sequence[StageEvent], missing: Sequence[str]) -> dg.Failure:
    """The failure of a batch: which documents, at which stage, why. Only those partitions show failed."""
    # by name, whichever failed first
    ordered = sorted(errors, key=lambda event: event.document.source_uri)
    lines = [_failed_line(event) for event in ordered]
    lines += [f"- {key}: no such document; list its folder again with 'bizrag ingest'" for key in missing]
    documents = "document" if len(lines) == 1 else "documents"
    said = f"{len(lines)} {documents} failed; all others of the batch are up to date"
    rest = [f"- and {len(lines) - _LINES_SAID} more"] if len(lines) > _LINES_SAID else []
    return dg.Failure(
        # what a run's page shows first; the list of all is behind a link there
        description="\n".join([said, *lines[:_LINES_SAID], *rest]),
        metadata={"failed": dg.MetadataValue.md("\n".join(lines))},
        allow_retries=False,
    )
