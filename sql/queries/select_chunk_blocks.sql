-- What stands on the pages of these chunks, with its box: where a quote may stand. Of text chunks their paragraphs, of
-- slides all paragraphs and pictures; a picture's words are its caption, its labels and its values.
SELECT c.chunk_no, b.ordinal, b.text, b.page_no, b.bbox
FROM chunk AS c
JOIN chunk_set AS s USING (chunk_set_id)
JOIN block AS b ON b.parse_id = s.parse_id AND b.page_no = ANY (c.page_nos)
WHERE c.chunk_no = ANY (CAST(:chunks AS bigint[]))
  AND b.bbox IS NOT NULL
  AND b.kind NOT IN ('table', 'picture')
  AND (c.kind = 'slide' OR (c.kind = 'text' AND strpos(c.text, b.text) > 0))
UNION ALL
SELECT c.chunk_no, b.ordinal, concat_ws(E'\n', p.caption, p.text, p.chart_markdown), p.page_no, p.bbox
FROM chunk AS c
JOIN chunk_set AS s USING (chunk_set_id)
JOIN picture_artifact AS p ON p.parse_id = s.parse_id AND p.page_no = ANY (c.page_nos)
JOIN block AS b ON b.parse_id = s.parse_id AND b.kind = 'picture' AND b.text = format('<<picture_%s>>', p.ordinal)
WHERE c.chunk_no = ANY (CAST(:chunks AS bigint[]))
  AND p.bbox IS NOT NULL
  AND c.kind = 'slide'
ORDER BY chunk_no, ordinal;
