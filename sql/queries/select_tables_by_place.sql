-- Tables of the parses behind chunk sets.
SELECT p.chunk_set_id, t.ordinal, t.caption, t.markdown, t.page_no, t.bbox
FROM (SELECT DISTINCT * FROM unnest(CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[]))) AS p(chunk_set_id, ordinal)
JOIN chunk_set s USING (chunk_set_id)
JOIN table_artifact t ON t.parse_id = s.parse_id AND t.ordinal = p.ordinal
ORDER BY p.chunk_set_id, t.ordinal;
