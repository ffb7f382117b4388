-- What a source root held when it was listed last, and everything else of the collection at the same places.
SELECT document_no, document_id, source_root, source_uri, partition_key, change_mark
FROM document
WHERE collection = :collection
  AND (source_root = :source_root OR document_id = ANY (CAST(:document_ids AS text[])));
