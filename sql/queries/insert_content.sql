-- Keep the first look at some bytes; the same bytes are looked at once.
INSERT INTO content (content_sha256, mime_type, num_pages, preview)
VALUES (:content_sha256, :mime_type, :num_pages, CAST(:preview AS jsonb))
ON CONFLICT (content_sha256) DO UPDATE
SET mime_type = excluded.mime_type, num_pages = excluded.num_pages, preview = excluded.preview;
