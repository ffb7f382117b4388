-- Collections that an index answers from.
SELECT DISTINCT d.collection
FROM index_document AS i
JOIN document AS d USING (document_no)
WHERE i.index_no = :index_no
ORDER BY d.collection;
