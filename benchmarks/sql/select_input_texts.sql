-- What is embedded for the documents of a collection, each text once.
SELECT DISTINCT p.text
FROM document d
JOIN index_document i USING (document_no)
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
JOIN chunk_input p USING (chunk_no)
WHERE d.collection = :collection AND p.text IS NOT NULL;
