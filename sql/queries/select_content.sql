-- The first look at some bytes.
SELECT content_sha256, mime_type, num_pages, preview FROM content WHERE content_sha256 = :content_sha256;
