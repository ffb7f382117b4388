-- Documents by number, in the order in which they were added.
SELECT document_no, document_id, collection, source_root, source_uri, partition_key, size_bytes, content_sha256, change_mark
FROM document
WHERE document_no = ANY (CAST(:documents AS bigint[]))
ORDER BY document_no;
