-- Give a request back.
SELECT pg_advisory_unlock(1651077731, CAST(:request AS int));
