-- The chunks of one document that hold a name such as "figure 2", of the version that answers in the index, in the order
-- of reading.
SELECT c.chunk_no, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_id, d.collection, d.source_uri
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk AS c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no
  AND d.document_id = :document_id
  AND c.text ILIKE ANY (CAST(:names AS text[]))
ORDER BY c.ordinal;
