-- The page images of chunk sets, each as a chunk.
SELECT s.chunk_set_id, s.parse_id, array_agg(c.page_nos[1] ORDER BY c.ordinal) AS page_nos,
       array_agg(c.chunk_no ORDER BY c.ordinal) AS chunk_nos
FROM chunk_set s
JOIN chunk c USING (chunk_set_id)
WHERE s.chunk_set_id = ANY (CAST(:chunk_sets AS text[])) AND c.kind = 'page'
GROUP BY s.chunk_set_id, s.parse_id;
