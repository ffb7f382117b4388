-- Make the vectors of a chunk set live.
INSERT INTO vector_row (index_no, document_no, chunk_no, part, kind, pages, embedding)
SELECT :index_no, :document_no, c.chunk_no, ci.part, c.kind,
       coalesce((SELECT range_agg(int4range(p, p, '[]')) FROM unnest(c.page_nos) p), '{}'), CAST(e.vector AS halfvec)
FROM chunk c
JOIN chunk_input ci ON ci.chunk_no = c.chunk_no
JOIN embedding e ON e.space = :space AND e.input_sha256 = ci.input_sha256
WHERE c.chunk_set_id = :chunk_set_id
ORDER BY c.chunk_no, ci.part;
