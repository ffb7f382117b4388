-- What answers in an index, and how many chunks each document has there.
SELECT s.chunk_set_id, s.parse_id, s.num_chunks, d.source_uri
FROM index_document AS i JOIN chunk_set AS s USING (chunk_set_id) JOIN document AS d ON d.document_no = s.document_no
WHERE i.index_no = :index_no
ORDER BY d.source_uri;
