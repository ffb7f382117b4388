-- The documents of the stage have the content that was parsed.
UPDATE document d SET content_sha256 = p.content_sha256
FROM benchmark_document s JOIN parse p ON p.parse_id = s.key WHERE d.document_no = s.document_no;
