-- Vectors of texts that no chunk embeds.
DELETE FROM embedding e
WHERE NOT EXISTS (SELECT FROM chunk_input i WHERE i.input_sha256 = e.input_sha256);
