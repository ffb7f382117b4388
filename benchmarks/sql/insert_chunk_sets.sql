-- One chunk set for each document of the stage.
INSERT INTO chunk_set (chunk_set_id, document_no, parse_id, output_sha256, num_chunks)
SELECT s.key, s.document_no, s.key, 'benchmark', s.num_chunks FROM benchmark_document s;
