-- Vectors of texts that no chunk embeds.
DELETE FROM embedding e
WHERE e.created_at < now() - make_interval(secs => :grace_seconds)
  AND NOT EXISTS (SELECT FROM chunk_input i WHERE i.input_sha256 = e.input_sha256);
