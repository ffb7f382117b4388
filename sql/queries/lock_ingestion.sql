-- Say for this connection that outputs are being made; removal of unused ones waits. Released with the connection.
SELECT pg_advisory_lock_shared(1651077730);
