-- Note which content a document holds now.
UPDATE document SET content_sha256 = :content_sha256, changed_at = now()
WHERE document_no = :document_no AND content_sha256 IS DISTINCT FROM :content_sha256;
