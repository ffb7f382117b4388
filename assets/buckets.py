"""Report to Dagster where documents are spread over buckets: a bucket is as far as all its documents are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import dagster as dg

from assets.keys import asset_key, bucket_key
from assets.reporting import Node, plan_partition, version_tags
from bizrag.pipeline.events import EventStatus, StageEvent
from bizrag.pipeline.services import Services
from bizrag.pipeline.stages import STAGE_BY_NAME, StageName
from bizrag.store.state import BucketState, load_bucket_states


class BucketReporter:
    """Counts what a batch did, and writes one event per bucket and stage when it is through."""

    def __init__(
        self,
        context: dg.AssetExecutionContext,
        selected: Sequence[Node],
        code_versions: Mapping[dg.AssetKey, str],
        services: Services,
        buckets: Sequence[int],
    ) -> None:
        self._context = context
        self._selected = selected
        self._code_versions = code_versions
        self._services = services
        self._buckets = buckets
        self._counts: dict[Node, Counter[str]] = {node: Counter() for node in selected}

    def report(self, event: StageEvent) -> None:
        """Count; documents have no events of their own."""
        counts = self._counts[event.stage, event.index_name]
        counts[event.status.value] += 1
        counts.update({f"calls {name}": number for name, number in event.calls.items()})

    def finish(self) -> None:
        """Every stage that all documents of a bucket have made is materialised; the others show failed or missing."""
        numbers = {name: row.index_no for name, row in self._services.indexes.items()} | {None: 0}
        with self._services.engine.connect() as conn:
            states = load_bucket_states(conn, self._buckets, self._services.settings.ingest.buckets)
        for bucket in self._buckets:
            for stage, index_name in self._selected:
                state = states.get((bucket, stage.value, numbers[index_name]))
                if state is None or state.num_done < state.num_documents:
                    if state is not None and state.num_failed and not self._has_range:
                        plan_partition(self._context, asset_key(stage, index_name), bucket_key(bucket))
                    continue
                inputs = {
                    upstream: states[bucket, upstream.value, numbers[name]].output_sha256
                    for upstream, name in self._upstream((stage, index_name))
                }
                self._materialise((stage, index_name), bucket, state, inputs)

    @property
    def _has_range(self) -> bool:
        return self._context.has_partition_key_range or self._context.has_partition_key

    def _upstream(self, node: Node) -> list[Node]:
        stage, index_name = node
        return [
            (upstream, index_name if STAGE_BY_NAME[upstream].is_per_index else None)
            for upstream in STAGE_BY_NAME[stage].upstream
        ]

    def _materialise(self, node: Node, bucket: int, state: BucketState, inputs: Mapping[StageName, str]) -> None:
        key = asset_key(*node)
        versions = {asset_key(*upstream): inputs[upstream[0]] for upstream in self._upstream(node)}
        counts = self._counts[node]
        metadata = {"documents": state.num_documents, "brought up to date": counts[EventStatus.DONE.value]}
        metadata |= {name: number for name, number in counts.items() if name.startswith("calls ")}
        self._context.log_event(
            dg.AssetMaterialization(
                key,
                partition=bucket_key(bucket),
                metadata=metadata,
                tags=version_tags(self._context, self._code_versions[key], state.output_sha256, versions),
            )
        )
