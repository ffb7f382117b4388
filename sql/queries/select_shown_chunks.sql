-- The chunks of a document that answer in an index, of one page or of all, in reading order.
SELECT c.chunk_id, c.ordinal, c.kind, c.page_nos, c.headings, left(c.text, 240) AS text, c.num_tokens
FROM live_chunk c
WHERE c.index_no = :index_no AND c.document_id = :document_id
  AND (CAST(:page_no AS int) IS NULL OR :page_no = ANY (c.page_nos))
ORDER BY c.ordinal LIMIT :num_rows;
