-- The smallest distances of page images or of the rest, by comparing every one.
SELECT o.distance
FROM (SELECT v.embedding <=> CAST(:embedding AS halfvec({dimensions})) AS distance
      FROM vector_row AS v
      WHERE v.index_no = :index_no AND (v.kind = 'page') = CAST(:is_image AS boolean)
      OFFSET 0) AS o
ORDER BY o.distance LIMIT :top_k;
