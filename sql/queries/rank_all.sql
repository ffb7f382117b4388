-- Every live chunk that a filter allows, in full order: all vectors are compared, all matching chunks are scored. A
-- chunk that a route does not find gets nothing from it; chunks that none finds come last, by number.
WITH dense AS MATERIALIZED (
    SELECT v.chunk_no,
           row_number() OVER (ORDER BY min(v.embedding <=> CAST(:embedding AS halfvec)), v.chunk_no) AS rank
    FROM vector_row v
    WHERE CAST(:uses_dense AS boolean) AND v.index_no = :index_no
      AND (CAST(:documents AS bigint[]) IS NULL OR v.document_no = ANY (CAST(:documents AS bigint[])))
      AND (CAST(:kinds AS text[]) IS NULL OR v.kind = ANY (CAST(:kinds AS text[])))
      AND (CAST(:pages AS int4range) IS NULL OR v.pages && CAST(:pages AS int4range))
    GROUP BY v.chunk_no
),
bm25 AS MATERIALIZED (
    SELECT s.chunk_no, row_number() OVER (ORDER BY s.score DESC, s.chunk_no) AS rank
    FROM bm25_scores(:index_no, :question, CASE WHEN CAST(:uses_bm25 AS boolean) THEN 2147483647 ELSE 0 END,
                     CAST(:documents AS bigint[]), CAST(:kinds AS text[]), CAST(:page_from AS int), CAST(:page_to AS int)) s
)
SELECT c.chunk_no, i.document_no
FROM index_document i
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
LEFT JOIN dense d ON d.chunk_no = c.chunk_no
LEFT JOIN bm25 b ON b.chunk_no = c.chunk_no
WHERE i.index_no = :index_no
  AND (CAST(:documents AS bigint[]) IS NULL OR i.document_no = ANY (CAST(:documents AS bigint[])))
  AND (CAST(:kinds AS text[]) IS NULL OR c.kind = ANY (CAST(:kinds AS text[])))
  AND bizrag_on_pages(c.page_nos, CAST(:page_from AS int), CAST(:page_to AS int))
ORDER BY coalesce(CAST(:dense_weight AS float8) / (:rrf_k + d.rank), 0)
         + coalesce(CAST(:bm25_weight AS float8) / (:rrf_k + b.rank), 0) DESC, c.chunk_no;
