-- First looks at bytes that no document holds and no state names.
DELETE FROM content c
WHERE NOT EXISTS (SELECT FROM document d WHERE d.content_sha256 = c.content_sha256)
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.stage = 'documents' AND s.outputs ->> 'content' = c.content_sha256);
