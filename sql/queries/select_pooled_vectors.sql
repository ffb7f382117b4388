-- What stands for the vectors of chosen pages, those that have vectors in a space, each with its place in the choice from 1.
SELECT x.position, v.dimensions, v.pooled
FROM unnest(CAST(:parses AS text[]), CAST(:pages AS int[])) WITH ORDINALITY AS x(parse_id, page_no, position)
JOIN page_vectors v ON v.parse_id = x.parse_id AND v.page_no = x.page_no AND v.space = :space
ORDER BY x.position;
