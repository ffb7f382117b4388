-- One parse for each document of the stage. Every fourth chunk begins a page.
WITH added AS (
    INSERT INTO parse (parse_id, content_sha256, parser_fingerprint, output_sha256, num_pages)
    SELECT s.key, encode(sha256(convert_to(s.document_id, 'UTF8')), 'hex'), 'benchmark', 'benchmark', s.num_chunks / 4 + 1
    FROM benchmark_document s
    RETURNING content_sha256, num_pages
)
INSERT INTO content (content_sha256, mime_type, num_pages, preview)
SELECT content_sha256, 'application/pdf', num_pages, '{}' FROM added;
