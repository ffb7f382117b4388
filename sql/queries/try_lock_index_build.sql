-- One process at a time builds vector indexes of an index; held by the connection.
SELECT pg_try_advisory_lock(:lock_class, :index_no);
