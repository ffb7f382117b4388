-- Every chunk that answers, with its document and how many vectors and postings it has in its index.
SELECT d.source_uri, c.text, i.index_no,
       (SELECT count(*) FROM vector_row v WHERE v.index_no = i.index_no AND v.chunk_no = c.chunk_no) AS num_vectors,
       (SELECT count(*) FROM chunk_input p WHERE p.chunk_no = c.chunk_no) AS num_inputs
FROM index_document i
JOIN document d USING (document_no)
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no
ORDER BY d.source_uri, c.ordinal;
