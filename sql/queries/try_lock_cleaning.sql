-- Take the right to remove unused outputs, or say that somebody is making some.
SELECT pg_try_advisory_lock(1651077730);
