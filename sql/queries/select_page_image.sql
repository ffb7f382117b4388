-- The stored image of a page of a document as an index answers from it.
SELECT p.image_sha256
FROM search_index n
JOIN index_document i ON i.index_no = n.index_no
JOIN document d ON d.document_no = i.document_no
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN page p ON p.parse_id = s.parse_id AND p.page_no = :page_no
WHERE n.index_no = :index_no AND d.document_id = :document_id;
