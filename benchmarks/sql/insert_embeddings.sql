-- The vectors of the stage by what was embedded.
INSERT INTO embedding (space, input_sha256, vector)
SELECT :space, i.input_sha256, s.embedding
FROM benchmark_chunk s JOIN chunk_input i ON i.chunk_no = s.chunk_no
ORDER BY s.chunk_no
ON CONFLICT (space, input_sha256) DO NOTHING;
