-- The float16 vectors of chosen pages, in the order of the choice.
SELECT v.dimensions, v.num_vectors, v.halves
FROM unnest(CAST(:parses AS text[]), CAST(:pages AS int[])) WITH ORDINALITY AS x(parse_id, page_no, position)
JOIN page_vectors v ON v.parse_id = x.parse_id AND v.page_no = x.page_no AND v.space = :space
ORDER BY x.position;
