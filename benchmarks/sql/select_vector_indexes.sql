-- The HNSW indexes of a table, as statements that build them again.
SELECT indexname AS name, indexdef AS definition FROM pg_indexes
WHERE tablename = :table AND indexdef LIKE '%USING hnsw%';
