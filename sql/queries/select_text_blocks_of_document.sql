-- The reading text of a document as an index answers from it, block by block without furniture, with the chunk set that
-- answers.
SELECT b.text, i.chunk_set_id
FROM index_document i
JOIN document d ON d.document_no = i.document_no
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN block b ON b.parse_id = s.parse_id
WHERE i.index_no = :index_no AND d.document_id = :document_id AND b.kind NOT IN ('page_header', 'page_footer')
ORDER BY b.ordinal;
