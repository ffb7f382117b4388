-- Bytes of every relation of an index's search tables.
SELECT c.relname AS name, pg_relation_size(c.oid) AS bytes
FROM pg_class c
WHERE c.relkind IN ('r', 'i') AND c.relname ~ ('^(vector_row|term|posting|impact|impact_slot)_' || CAST(:index_no AS text) || '(_|$)')
ORDER BY c.relname;
