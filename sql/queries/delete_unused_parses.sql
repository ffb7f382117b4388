-- Parses that no chunk set and no state uses.
DELETE FROM parse p
WHERE NOT EXISTS (SELECT FROM chunk_set c WHERE c.parse_id = p.parse_id)
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.stage = 'pages' AND s.outputs ->> 'parse_id' = p.parse_id);
