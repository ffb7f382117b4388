-- Remember a listed file; the row number and whether it is new or its marks changed come back.
INSERT INTO document AS d (document_id, collection, source_root, source_uri, partition_key, size_bytes, modified_at, etag, change_mark)
SELECT x.document_id, x.collection, x.source_root, x.source_uri, x.partition_key, x.size_bytes, x.modified_at, x.etag, x.change_mark
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(
    document_id text, collection text, source_root text, source_uri text, partition_key text,
    size_bytes bigint, modified_at timestamptz, etag text, change_mark text)
ON CONFLICT (document_id) DO UPDATE
SET source_root = excluded.source_root, size_bytes = excluded.size_bytes, modified_at = excluded.modified_at,
    etag = excluded.etag, change_mark = excluded.change_mark
WHERE (d.source_root, d.change_mark) IS DISTINCT FROM (excluded.source_root, excluded.change_mark)
RETURNING d.document_no, d.partition_key;
