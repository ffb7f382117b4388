-- The end of a build, for the next: a closed connection frees the lock only when the server notices it.
SELECT pg_advisory_unlock(:lock_class, :index_no);
