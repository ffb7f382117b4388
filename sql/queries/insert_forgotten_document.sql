-- Remember that a document was forgotten, so that a file that is still there does not come back by itself.
INSERT INTO forgotten_document (document_id, collection, source_uri)
SELECT document_id, collection, source_uri FROM document WHERE document_no = :document_no
ON CONFLICT (document_id) DO UPDATE SET forgotten_at = now();
