-- Wait until no other process has the document; released with the transaction.
SELECT pg_advisory_xact_lock(CAST(1651077729 AS bigint) << 31 | :document_no);
