-- Say for this connection that the process behind an owner number lives. Released with the connection.
SELECT pg_advisory_lock(1651077, :owner);
