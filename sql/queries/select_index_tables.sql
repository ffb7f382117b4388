-- The search tables of single indexes: partitions of the search tables.
SELECT c.relname FROM pg_class c
WHERE c.relispartition AND c.relkind = 'r' AND c.relnamespace = CAST('public' AS regnamespace)
ORDER BY c.relname;
