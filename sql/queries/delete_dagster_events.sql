-- Forget what Dagster was told about some documents: their events hold first pages and tables.
DELETE FROM dagster.event_logs WHERE partition = ANY (CAST(:partition_keys AS text[]));
