-- Bytes of the tables that all indexes share, with their database indexes and long values.
SELECT name, pg_total_relation_size(CAST(name AS regclass)) AS bytes
FROM unnest(ARRAY['chunk', 'chunk_input', 'chunk_set', 'embedding', 'document', 'index_document']) AS name;
