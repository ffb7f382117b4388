-- Chunks by set and ordinal.
SELECT c.*
FROM (SELECT DISTINCT * FROM unnest(CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[]))) AS p(chunk_set_id, ordinal)
JOIN chunk c USING (chunk_set_id, ordinal)
ORDER BY c.chunk_no;
