-- Pictures of the parses behind chunk sets.
SELECT p.chunk_set_id, a.ordinal, a.caption, a.text, a.chart_markdown, a.page_no, a.bbox, a.image_sha256
FROM (SELECT DISTINCT * FROM unnest(CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[]))) AS p(chunk_set_id, ordinal)
JOIN chunk_set s USING (chunk_set_id)
JOIN picture_artifact a ON a.parse_id = s.parse_id AND a.ordinal = p.ordinal
ORDER BY p.chunk_set_id, a.ordinal;
