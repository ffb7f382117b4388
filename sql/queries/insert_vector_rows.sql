-- Make the vectors of a chunk set live.
INSERT INTO vector_row (index_no, document_no, chunk_no, part, embedding)
SELECT :index_no, :document_no, c.chunk_no, ci.part, CAST(e.vector AS halfvec)
FROM chunk c
JOIN chunk_input ci ON ci.chunk_no = c.chunk_no
JOIN embedding e ON e.space = :space AND e.input_sha256 = ci.input_sha256
WHERE c.chunk_set_id = :chunk_set_id
ORDER BY c.chunk_no, ci.part;
