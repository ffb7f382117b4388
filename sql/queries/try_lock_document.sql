-- Take a document for this connection, or say that another process has it. Released with the connection.
SELECT pg_try_advisory_lock(CAST(1651077729 AS bigint) << 31 | :document_no);
