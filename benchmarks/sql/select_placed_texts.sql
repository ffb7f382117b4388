-- The chunks of an index with a text that says what they mean: of a page image its page's, of others their own.
SELECT DISTINCT v.chunk_no, c.kind = 'page' AS is_image, CASE WHEN c.kind = 'page' THEN p.text ELSE c.text END AS text
FROM vector_row AS v
JOIN chunk AS c ON c.chunk_no = v.chunk_no
JOIN chunk_set AS s ON s.chunk_set_id = c.chunk_set_id
LEFT JOIN page AS p ON p.parse_id = s.parse_id AND p.page_no = c.page_nos[1]
WHERE v.index_no = :index_no
ORDER BY v.chunk_no;
