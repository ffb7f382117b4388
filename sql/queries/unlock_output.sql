-- The output is kept, or will not be made: give it back.
SELECT pg_advisory_unlock(1651077733, hashtext(:output));
