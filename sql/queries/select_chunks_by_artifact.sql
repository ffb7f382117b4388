-- The chunks that describe tables or pictures, by set and artifact ordinal.
SELECT c.*
FROM (SELECT DISTINCT * FROM unnest(CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[]))) AS p(chunk_set_id, ordinal)
JOIN chunk c ON c.chunk_set_id = p.chunk_set_id AND c.kind = :kind AND c.artifact_ordinal = p.ordinal
ORDER BY c.chunk_no;
