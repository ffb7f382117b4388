-- Every chunk of the stage has one part.
INSERT INTO chunk_input (chunk_no, part, input_sha256, text)
SELECT s.chunk_no, 0, encode(sha256(convert_to(s.title || E'\n' || s.text, 'UTF8')), 'hex'), s.title || E'\n' || s.text
FROM benchmark_chunk s ORDER BY s.chunk_no;
