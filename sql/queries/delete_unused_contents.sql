-- First looks at bytes that no document holds, no state names and no parse is of: a parse that lost them would pass for one
-- that was made ahead (delete_unused_parses).
DELETE FROM content c
WHERE NOT EXISTS (SELECT FROM document d WHERE d.content_sha256 = c.content_sha256)
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.stage = 'documents' AND s.outputs ->> 'content' = c.content_sha256)
  AND NOT EXISTS (SELECT FROM parse p WHERE p.content_sha256 = c.content_sha256);
