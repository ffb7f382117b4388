-- Paragraphs with a place on the pages of these chunks: where a quote stands exactly.
SELECT c.chunk_no, b.text, b.page_no, b.bbox
FROM chunk AS c
JOIN chunk_set AS s USING (chunk_set_id)
JOIN block AS b ON b.parse_id = s.parse_id AND b.page_no = ANY (c.page_nos)
WHERE c.chunk_no = ANY (CAST(:chunks AS bigint[]))
  AND c.kind = 'text'
  AND b.bbox IS NOT NULL
  AND strpos(c.text, b.text) > 0
ORDER BY c.chunk_no, b.ordinal;
