-- The bytes that a document was read with last, where it is known and nothing of it failed.
SELECT d.content_sha256 FROM document d
WHERE d.document_id = :document_id
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.document_no = d.document_no AND s.status = 'failed')
  AND EXISTS (SELECT FROM index_document i WHERE i.document_no = d.document_no);
