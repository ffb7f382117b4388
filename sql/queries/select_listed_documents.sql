-- A leaf of the list of documents: those of one collection or status, and those whose path or title holds a text.
SELECT o.document_id, o.collection, o.source_uri, o.mime_type, o.layout, o.title, o.num_pages, o.num_tables, o.num_pictures,
       o.num_live_chunks, o.failed_stage, o.error, o.added_at, o.changed_at, o.status, o.size_bytes
FROM document_overview o
WHERE (CAST(:collection AS text) IS NULL OR o.collection = :collection)
  AND (CAST(:status AS text) IS NULL OR o.status = :status)
  AND (CAST(:name AS text) IS NULL OR strpos(lower(o.source_uri), lower(:name)) > 0 OR strpos(lower(o.title), lower(:name)) > 0)
ORDER BY o.collection, o.source_uri
LIMIT :num_rows OFFSET :num_before;
