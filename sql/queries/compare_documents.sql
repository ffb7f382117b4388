-- Every vector of some documents that the chunk conditions allow, unless walking found enough chunks. As a join, whose
-- size the planner tells from the number of documents.
SELECT v.chunk_no, v.embedding <=> CAST(:embedding AS halfvec) AS distance
FROM unnest(CAST(:documents AS bigint[])) a(document_no)
JOIN vector_row v ON v.document_no = a.document_no
WHERE v.index_no = :index_no
  AND (SELECT count(DISTINCT w.chunk_no) FROM {walked} w) < :dense_top_k
  {of_route}
  {filtered}
OFFSET 0;
