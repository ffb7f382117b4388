-- Database indexes of an index's search tables: they are built again after the rows are in.
SELECT tablename, indexname, indexdef FROM pg_indexes
WHERE tablename = ANY (ARRAY['vector_row_' || CAST(:index_no AS text), 'term_' || CAST(:index_no AS text),
                             'posting_' || CAST(:index_no AS text)])
  AND indexname NOT LIKE '%\_hnsw';
