-- Give a document back.
SELECT pg_advisory_unlock(CAST(1651077729 AS bigint) << 31 | :document_no);
