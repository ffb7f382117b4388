-- The nearest vectors by the HNSW index over their signs, more than are wanted, then by cosine distance.
SELECT b.chunk_no, b.embedding <=> CAST(:embedding AS halfvec) AS distance
FROM (
    SELECT v.chunk_no, v.embedding
    FROM vector_row v
    WHERE v.index_no = :index_no
      {of_route}
      {filtered}
    ORDER BY CAST(binary_quantize(v.embedding) AS bit({dimensions}))
         <~> CAST(binary_quantize(CAST(:embedding AS halfvec)) AS bit({dimensions}))
    LIMIT :reranked_rows
) b
ORDER BY distance LIMIT :walked_rows;
