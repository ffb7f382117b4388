-- The nearest vectors by the HNSW index over half precision.
SELECT v.chunk_no, CAST(v.embedding AS halfvec({dimensions})) <=> CAST(:embedding AS halfvec) AS distance
FROM vector_row v
WHERE v.index_no = :index_no
  {of_route}
  {filtered}
ORDER BY CAST(v.embedding AS halfvec({dimensions})) <=> CAST(:embedding AS halfvec)
LIMIT :walked_rows;
