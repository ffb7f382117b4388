-- What some source roots held when they were listed last, and everything else of the collection at the same places.
SELECT document_no, document_id, source_root, source_uri, partition_key, change_mark,
       content_sha256 IS NOT NULL AS was_read
FROM document
WHERE collection = :collection
  AND (source_root = ANY (CAST(:source_roots AS text[])) OR document_id = ANY (CAST(:document_ids AS text[])));
