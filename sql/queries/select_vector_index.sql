-- The vector indexes of an index: their sort (hnsw or bits), and whether they are finished.
SELECT substring(i.relname FROM '[a-z]+$') AS sort, x.indisvalid AND x.indisready AS is_ready
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
WHERE i.oid IN (to_regclass('vector_row_' || CAST(:index_no AS text) || '_hnsw'),
                to_regclass('vector_row_' || CAST(:index_no AS text) || '_bits'));
