"""``bizrag forget``: a document leaves the indexes, the catalog, the caches and Dagster, and stays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bizrag.pipeline.services import Services
from bizrag.store import catalog
from bizrag.store.catalog import DocumentRow
from bizrag.store.forget import delete_unused, forget_documents
from bizrag.store.indexes import maintain_index


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What forgetting did."""

    documents: tuple[DocumentRow, ...]
    # rows and images deleted, by kind; empty when a running ingestion cleans up later
    deleted: dict[str, int]

    @property
    def still_there(self) -> list[str]:
        """Files that lie in their folders; unknown for buckets."""
        return [row.source_uri for row in self.documents if (Path(row.source_root) / row.source_uri).exists()]

    def to_json(self) -> dict[str, Any]:
        """The public form of ``bizrag forget --json``."""
        return {
            "forgotten": [{"doc": row.source_uri, "collection": row.collection} for row in self.documents],
            "deleted": self.deleted,
            "files_still_there": self.still_there,
        }


def find(services: Services, names: Sequence[str], *, collection: str | None) -> list[DocumentRow]:
    """The documents that names mean. Raises NotFoundError."""
    with services.engine.connect() as conn:
        return catalog.load_documents(conn, [catalog.find_by_name(conn, name, collection=collection) for name in names])


def forget(services: Services, documents: Sequence[DocumentRow]) -> Forgotten:
    """Forget documents: what only they used goes too. Their places stay out of later ingestions until let in again."""
    from orchestration.runs import DagsterRuns

    with DagsterRuns(services) as runs:
        runs.drop([row.partition_key for row in documents], with_events=True)
        forget_documents(services.engine, [row.document_no for row in documents], keep_out=True)
    for index in services.indexes.values():
        maintain_index(services.engine, index, services.settings.search)
    deleted = delete_unused(services.engine, services.blobs)
    return Forgotten(documents=tuple(documents), deleted=deleted)
