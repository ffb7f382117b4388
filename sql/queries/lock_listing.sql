-- One process at a time remembers listed files, until its transaction ends. Two that list the same new file at one moment
-- would both insert it: ON CONFLICT waits for one unique key only, and a document has two.
SELECT pg_advisory_xact_lock(1651077732);
