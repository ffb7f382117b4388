-- Let what is listed at a place in again.
DELETE FROM forgotten_document
WHERE (CAST(:collection AS text) IS NULL OR collection = :collection)
  AND (source_uri = :name OR regexp_replace(source_uri, '^.*/', '') = :name)
RETURNING source_uri;
