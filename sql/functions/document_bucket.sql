-- Which of so many buckets a document belongs to. The Python form is assets.keys.bucket_of.
CREATE OR REPLACE FUNCTION document_bucket(document_id text, buckets int) RETURNS int
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CAST(CAST(CAST('x' || left(document_id, 8) AS bit(32)) AS bigint) % buckets AS int);
COMMENT ON FUNCTION document_bucket(text, int) IS 'the bucket, from 0, that a document belongs to where documents are spread over so many';
