-- Documents that some process has taken: see try_lock_document. A lock's key comes in two halves of 32 bits.
SELECT d.document_no
FROM pg_locks l
JOIN document d ON d.document_no = (((CAST(l.classid AS bigint) << 32) | CAST(l.objid AS bigint)) & ((CAST(1 AS bigint) << 31) - 1))
WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted AND ((CAST(l.classid AS bigint) << 32) | CAST(l.objid AS bigint)) >> 31 = 1651077729
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database());
