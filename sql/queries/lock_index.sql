-- One writer at a time changes the rows and statistics of an index; released with the transaction.
SELECT pg_advisory_xact_lock(:lock_class, :index_no);
