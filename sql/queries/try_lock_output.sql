-- Take the making of an output for this connection, or say that another process makes it.
SELECT pg_try_advisory_lock(1651077733, hashtext(:output));
