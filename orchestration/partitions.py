"""Keep Dagster's partitions what the catalog says: one per document, in the order in which documents were added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bizrag.pipeline.services import Services
from bizrag.store import catalog

if TYPE_CHECKING:
    from dagster import DagsterInstance

# Keys in one call to the partition store; more would exceed the driver's bind parameters.
_KEYS_PER_CALL = 10_000


def sync_partitions(instance: DagsterInstance, services: Services) -> None:
    """Add the partitions of new documents and remove those of forgotten ones; nothing to do where buckets are used."""
    from assets.keys import document_partitions

    if services.settings.ingest.buckets:
        return
    name = document_partitions.name
    assert name is not None, "the documents partition has a name"
    with services.engine.connect() as conn:
        wanted = catalog.list_partition_keys(conn)
    present = set(instance.get_dynamic_partitions(name))
    for key in present.difference(wanted):
        instance.delete_dynamic_partition(name, key)
    missing = [key for key in wanted if key not in present]
    for start in range(0, len(missing), _KEYS_PER_CALL):
        instance.add_dynamic_partitions(name, missing[start : start + _KEYS_PER_CALL])
