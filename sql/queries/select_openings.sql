-- How some documents begin, of the version that answers in the index: their first chunks of text, in the order of reading.
SELECT d.document_id, left(c.text, :max_chars) AS text
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk AS c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no
  AND d.document_id = ANY (CAST(:document_ids AS text[]))
  AND c.ordinal < :num_chunks
ORDER BY d.document_id, c.ordinal;
