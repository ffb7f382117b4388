-- Documents with the same bytes. They are parsed once, but each has its chunks.
CREATE OR REPLACE VIEW duplicate_document AS
SELECT d.content_sha256, count(*) AS num_documents,
       array_agg(d.collection || '/' || d.source_uri ORDER BY d.collection, d.source_uri) AS documents,
       min(d.size_bytes) AS size_bytes
FROM document d WHERE d.content_sha256 IS NOT NULL
GROUP BY d.content_sha256 HAVING count(*) > 1;
COMMENT ON VIEW duplicate_document IS 'one row per content that several documents hold';
COMMENT ON COLUMN duplicate_document.content_sha256 IS 'SHA-256 of the bytes';
COMMENT ON COLUMN duplicate_document.num_documents IS 'documents with these bytes, at least 2';
COMMENT ON COLUMN duplicate_document.documents IS 'their collections and paths';
COMMENT ON COLUMN duplicate_document.size_bytes IS 'size of one of them';
