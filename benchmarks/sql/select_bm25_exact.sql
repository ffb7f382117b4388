-- The BM25 ranking of all chunks, narrowed afterwards.
SELECT s.chunk_no
FROM bm25_scores(:index_no, :question, 100000000) s
JOIN chunk c ON c.chunk_no = s.chunk_no
JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
JOIN document d ON d.document_no = cs.document_no
WHERE (CAST(:collection AS text) IS NULL OR d.collection = :collection)
  AND (CAST(:page_no AS int) IS NULL OR :page_no = ANY (c.page_nos))
ORDER BY s.score DESC, s.chunk_no LIMIT :top_k;
