-- The chunks that describe tables or pictures, by kind, set and artifact ordinal.
SELECT c.*
FROM (SELECT DISTINCT * FROM unnest(CAST(:kinds AS text[]), CAST(:chunk_set_ids AS text[]), CAST(:ordinals AS int[])))
    AS p(kind, chunk_set_id, ordinal)
JOIN chunk c ON c.chunk_set_id = p.chunk_set_id AND c.kind = p.kind AND c.artifact_ordinal = p.ordinal
ORDER BY c.chunk_no;
