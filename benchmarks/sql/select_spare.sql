-- Documents of some collections and their chunk sets.
SELECT d.document_no, s.chunk_set_id
FROM document d JOIN chunk_set s USING (document_no) WHERE d.collection LIKE :collection ORDER BY d.document_no;
