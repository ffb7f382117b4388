-- Chunks by number, with what a hit says of their document.
SELECT c.chunk_no, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_id, d.collection, d.source_uri
FROM chunk c
JOIN chunk_set s ON s.chunk_set_id = c.chunk_set_id
JOIN document d ON d.document_no = s.document_no
WHERE c.chunk_no = ANY (CAST(:chunk_nos AS bigint[]));
