-- Which of some inputs have a vector in a space: those of texts and images by their hash, pages of many vectors by their
-- parse and number.
SELECT e.input_sha256 FROM embedding e WHERE e.space = :space AND e.input_sha256 = ANY (CAST(:keys AS text[]))
UNION ALL
SELECT k.key
FROM unnest(CAST(:keys AS text[])) k(key)
JOIN page_vectors v ON v.parse_id = split_part(k.key, ' ', 1) AND CAST(v.page_no AS text) = split_part(k.key, ' ', 2)
WHERE v.space = :space;
