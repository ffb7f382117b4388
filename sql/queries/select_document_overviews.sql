-- Documents by collection and path, from the one after :after_id on; one document where :document_id is given.
SELECT o.document_id, o.collection, o.source_uri, o.mime_type, o.layout, o.title, o.num_pages, o.num_tables,
       o.num_pictures, o.num_live_chunks, o.status, o.failed_stage, o.error, o.size_bytes, o.added_at, o.changed_at
FROM document_overview o
WHERE (CAST(:document_id AS text) IS NULL OR o.document_id = :document_id)
  AND (CAST(:collection AS text) IS NULL OR o.collection = :collection)
  AND (CAST(:status AS text) IS NULL OR o.status = :status)
  AND (CAST(:after_id AS text) IS NULL
       OR (o.collection, o.source_uri) > (SELECT d.collection, d.source_uri FROM document d WHERE d.document_id = :after_id))
ORDER BY o.collection, o.source_uri
LIMIT :limit;
