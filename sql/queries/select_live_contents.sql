-- The bytes that documents answer from, in whatever index, before new ones are published.
SELECT i.document_no, array_agg(DISTINCT p.content_sha256) AS contents
FROM index_document AS i
JOIN chunk_set AS s ON s.chunk_set_id = i.chunk_set_id
JOIN parse AS p ON p.parse_id = s.parse_id
WHERE i.document_no = ANY (CAST(:documents AS bigint[]))
GROUP BY i.document_no;
