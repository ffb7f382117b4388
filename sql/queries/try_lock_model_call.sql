-- Take a request for this connection, or say that another process makes it.
SELECT pg_try_advisory_lock(1651077731, CAST(:request AS int));
