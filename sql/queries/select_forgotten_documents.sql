-- Forgotten documents, of one collection or of all.
SELECT document_id, collection, source_uri, forgotten_at FROM forgotten_document
WHERE CAST(:collection AS text) IS NULL OR collection = :collection
ORDER BY collection, source_uri;
