-- Keep a parse; no row when another process stored it first.
INSERT INTO parse (parse_id, content_sha256, parser_fingerprint, output_sha256, num_pages, failed_pages, warnings, seconds)
VALUES (:parse_id, :content_sha256, :parser_fingerprint, :output_sha256, :num_pages, CAST(:failed_pages AS int[]), CAST(:warnings AS jsonb), CAST(:seconds AS jsonb))
ON CONFLICT DO NOTHING
RETURNING parse_id;
