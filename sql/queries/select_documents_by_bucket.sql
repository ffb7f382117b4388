-- Documents of some buckets, in the order in which they were added.
SELECT document_no FROM document
WHERE document_bucket(document_id, :buckets) = ANY (CAST(:numbers AS int[]))
ORDER BY document_no;
