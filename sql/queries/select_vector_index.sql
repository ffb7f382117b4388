-- The vector indexes of an index: what they are called after its number (hnsw_16_400, bits_16_400_images), and whether they are
-- finished.
SELECT substring(i.relname FROM '_[0-9]+_(.*)$') AS name, x.indisvalid AND x.indisready AS is_ready
FROM pg_index x
JOIN pg_class i ON i.oid = x.indexrelid
JOIN pg_am a ON a.oid = i.relam
WHERE x.indrelid = to_regclass('vector_row_' || CAST(:index_no AS text)) AND a.amname = 'hnsw';
