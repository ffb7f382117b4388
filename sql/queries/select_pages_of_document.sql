-- Pages of a document as an index answers from it, from the one after :after on, with the chunk set that answers; their
-- text on demand.
SELECT p.page_no, p.width_pt, p.height_pt, p.is_ocr, p.image_sha256, i.chunk_set_id,
       CASE WHEN :with_text THEN p.text END AS text
FROM index_document i
JOIN document d ON d.document_no = i.document_no
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN page p ON p.parse_id = s.parse_id
WHERE i.index_no = :index_no AND d.document_id = :document_id AND p.page_no > :after
ORDER BY p.page_no
LIMIT :limit;
