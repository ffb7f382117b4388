-- The chunks of one document on a page, or with a text or headings like one of some patterns, of the version that answers
-- in the index, in the order of reading. A page that is null and an empty array ask for nothing.
SELECT c.chunk_no, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_id, d.collection, d.source_uri
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk AS c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no
  AND d.document_id = :document_id
  AND (c.page_nos @> ARRAY[CAST(:page_no AS int)]
    OR c.text ILIKE ANY (CAST(:patterns AS text[]))
    OR array_to_string(c.headings, ' ') ILIKE ANY (CAST(:patterns AS text[])))
ORDER BY c.ordinal;
