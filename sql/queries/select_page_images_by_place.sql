-- Images of pages of the parses behind chunk sets.
SELECT p.chunk_set_id, g.page_no, g.image_sha256
FROM (SELECT DISTINCT * FROM unnest(CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[]))) AS p(chunk_set_id, page_no)
JOIN chunk_set s USING (chunk_set_id)
JOIN page g ON g.parse_id = s.parse_id AND g.page_no = p.page_no
WHERE g.image_sha256 IS NOT NULL
ORDER BY p.chunk_set_id, g.page_no;
