-- The terms of a chunk in an index, the rarest first, and which of them a question has.
SELECT t.term, p.tf, t.df, p.dl,
       EXISTS (SELECT FROM bm25_terms(:index_no, CAST(:question AS text)) q WHERE q.term_id = p.term_id) AS is_asked
FROM posting p
JOIN term t ON t.index_no = p.index_no AND t.term_id = p.term_id
WHERE p.index_no = :index_no AND p.document_no = :document_no AND p.chunk_no = :chunk_no
ORDER BY is_asked DESC, t.df, t.term LIMIT :num_rows;
