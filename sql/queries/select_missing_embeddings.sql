-- What of a chunk set has no vector in a space yet, each input once: its text, or its parts where it holds images.
SELECT DISTINCT ON (i.input_sha256) i.input_sha256, i.text, i.parts
FROM chunk c
JOIN chunk_input i USING (chunk_no)
LEFT JOIN embedding e ON e.space = :space AND e.input_sha256 = i.input_sha256
WHERE c.chunk_set_id = :chunk_set_id AND e.input_sha256 IS NULL
ORDER BY i.input_sha256;
