-- A reply serves documents; one that was forgotten meanwhile is left out.
INSERT INTO model_call_document (request_sha256, document_no)
SELECT :request_sha256, document_no FROM document WHERE document_no = ANY(CAST(:documents AS bigint[]))
ON CONFLICT DO NOTHING;
