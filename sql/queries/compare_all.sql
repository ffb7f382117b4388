-- Every vector of an index that the chunk conditions allow, unless walking found enough chunks.
SELECT v.chunk_no, v.embedding <=> CAST(:embedding AS halfvec) AS distance
FROM vector_row v
WHERE v.index_no = :index_no
  AND (SELECT count(DISTINCT w.chunk_no) FROM {walked} w) < :dense_top_k
  {of_route}
  {filtered}
OFFSET 0;
