-- Where documents of some collections answer.
SELECT i.index_no, i.document_no
FROM document d JOIN index_document i USING (document_no) WHERE d.collection LIKE :collection ORDER BY 1, 2;
