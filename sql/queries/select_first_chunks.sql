-- How some documents begin: their first chunks, of the version that answers in the index, in the order of reading.
SELECT c.chunk_no, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_id, d.collection, d.source_uri, c.ordinal
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk AS c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no
  AND d.document_id = ANY (CAST(:document_ids AS text[]))
  AND c.ordinal < :num_chunks
ORDER BY d.document_id, c.ordinal;
