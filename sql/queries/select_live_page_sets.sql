-- The chunk sets that answer in an index, of the documents that a filter names or of all. When one was published tells
-- it from an earlier one of the same name.
SELECT i.document_no, i.chunk_set_id, CAST(extract(epoch FROM i.published_at) AS float8) AS published_at
FROM index_document i
WHERE i.index_no = :index_no
  AND (CAST(:documents AS bigint[]) IS NULL OR i.document_no = ANY (CAST(:documents AS bigint[])))
ORDER BY i.chunk_set_id, i.document_no;
