-- Keep a chunk set; no row comes back when it is stored already.
INSERT INTO chunk_set (chunk_set_id, document_no, parse_id, output_sha256, num_chunks)
VALUES (:chunk_set_id, :document_no, :parse_id, :output_sha256, :num_chunks)
ON CONFLICT (chunk_set_id) DO NOTHING
RETURNING chunk_set_id;
