-- Chunks of an index with the vector of their first part, spread evenly over the index: as good as drawn at random, and the
-- same in every run and in every index over the same parses.
SELECT c.chunk_id, d.source_uri, c.headings, v.embedding
FROM vector_row v
JOIN chunk c ON c.chunk_no = v.chunk_no
JOIN document d ON d.document_no = v.document_no
WHERE v.index_no = :index_no AND v.part = 0
ORDER BY md5(c.chunk_id), c.chunk_no LIMIT :max_points;
