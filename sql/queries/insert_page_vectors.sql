-- Keep the vectors of a page by what was embedded and where.
INSERT INTO page_vectors (parse_id, page_no, space, dimensions, num_vectors, pooled, coarse, halves)
VALUES (:parse_id, :page_no, :space, :dimensions, :num_vectors, :pooled, :coarse, :halves)
ON CONFLICT (parse_id, page_no, space) DO NOTHING;
