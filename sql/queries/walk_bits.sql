-- The nearest vectors by the HNSW index over their signs, more than are wanted, then by cosine distance. The filter is
-- that of walk_hnsw.sql.
SELECT b.chunk_no, b.embedding <=> CAST(:embedding AS halfvec({dimensions})) AS distance
FROM (
    SELECT v.chunk_no, v.embedding
    FROM vector_row v
    WHERE v.index_no = :index_no
      {of_route}
      AND (CAST(:documents AS bigint[]) IS NULL
           OR (v.document_no IN (SELECT a FROM unnest(CAST(:documents AS bigint[])) a)) IS TRUE)
      AND (CAST(:kinds AS text[]) IS NULL OR (v.kind = ANY (CAST(:kinds AS text[]))) IS TRUE)
      AND (CAST(:pages AS int4range) IS NULL OR (v.pages && CAST(:pages AS int4range)) IS TRUE)
    ORDER BY CAST(binary_quantize(v.embedding) AS bit({dimensions}))
         <~> CAST(binary_quantize(CAST(:embedding AS halfvec({dimensions}))) AS bit({dimensions}))
    LIMIT :reranked_rows
) b
ORDER BY distance LIMIT :walked_rows;
