-- The page images of a chunk set that have no multi-vectors in a space yet.
SELECT c.page_nos[1] AS page_no, i.parts -> 0 ->> 1 AS image_sha256
FROM chunk_set s
JOIN chunk c ON c.chunk_set_id = s.chunk_set_id
JOIN chunk_input i ON i.chunk_no = c.chunk_no
WHERE s.chunk_set_id = :chunk_set_id AND i.parts -> 0 ->> 0 = 'image'
  AND NOT EXISTS (SELECT FROM page_vectors v
                  WHERE v.parse_id = s.parse_id AND v.page_no = c.page_nos[1] AND v.space = :space)
ORDER BY c.ordinal;
