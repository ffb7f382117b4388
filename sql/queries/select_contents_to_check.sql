-- Documents whose bytes were read before, after a number, for hashing them again. A bucket's etag changes with the bytes:
-- those are left out unless :all_of_them.
SELECT document_no, collection, source_root, source_uri, content_sha256
FROM document
WHERE document_no > :after AND content_sha256 IS NOT NULL AND (etag IS NULL OR CAST(:all_of_them AS boolean))
  AND (CAST(:collections AS text[]) IS NULL OR collection = ANY (CAST(:collections AS text[])))
ORDER BY document_no LIMIT :num_rows;
