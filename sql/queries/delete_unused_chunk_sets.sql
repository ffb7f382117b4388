-- Chunk sets that answer nowhere and that no state names.
DELETE FROM chunk_set c
WHERE NOT EXISTS (SELECT FROM index_document i WHERE i.chunk_set_id = c.chunk_set_id)
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.document_no = c.document_no AND s.outputs ->> 'chunk_set' = c.chunk_set_id);
