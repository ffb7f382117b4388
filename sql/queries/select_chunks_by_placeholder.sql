-- The text chunks of a set that hold placeholders.
SELECT p.placeholder, c.*
FROM chunk c JOIN unnest(CAST(:placeholders AS text[])) AS p(placeholder) ON position(p.placeholder IN c.text) > 0
WHERE c.chunk_set_id = :chunk_set_id AND c.kind = 'text'
ORDER BY c.chunk_no;
