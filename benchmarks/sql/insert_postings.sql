-- The postings of the stage, document by document.
INSERT INTO posting (term_id, chunk_no, document_no, index_no, tf, dl)
SELECT t.term_id, l.chunk_no, l.document_no, :index_no, l.tf, n.dl
FROM benchmark_lexeme l
JOIN term t ON t.index_no = :index_no AND t.text_config = l.text_config AND t.term = l.term
JOIN (SELECT chunk_no, CAST(least(sum(tf), 32767) AS smallint) AS dl FROM benchmark_lexeme GROUP BY chunk_no) n
    ON n.chunk_no = l.chunk_no
ORDER BY l.document_no, t.term_id, l.chunk_no;
