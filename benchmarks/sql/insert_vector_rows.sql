-- Make the vectors of the stage live, as insert_vector_rows of the package does for one chunk set.
INSERT INTO vector_row (index_no, document_no, chunk_no, part, kind, pages, embedding)
SELECT :index_no, d.document_no, s.chunk_no, 0, c.kind, int4multirange(int4range(c.page_nos[1], c.page_nos[1], '[]')),
       CAST(s.embedding AS halfvec)
FROM benchmark_chunk s JOIN benchmark_document d USING (document_id) JOIN chunk c ON c.chunk_no = s.chunk_no
ORDER BY s.chunk_no;
