-- Dagster runs that never ended although the process that executed them is gone: nobody holds their owner's lock.
SELECT r.run_id FROM dagster.runs r
JOIN dagster.run_tags t ON t.run_id = r.run_id AND t.key = 'bizrag/owner'
WHERE r.status IN ('NOT_STARTED', 'STARTING', 'STARTED', 'CANCELING')
  AND NOT EXISTS (
      SELECT FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND CAST(l.classid AS bigint) = 1651077 AND CAST(l.objid AS text) = t.value
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()));
