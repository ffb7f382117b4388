-- Sign bits of the pages of all documents that answer in an index, or of some of them; a page once, in a fixed order.
SELECT v.parse_id, v.page_no, v.dimensions, v.num_vectors, v.sign_bits
FROM page_vectors v
WHERE v.space = :space
  AND v.parse_id IN (
      SELECT s.parse_id
      FROM index_document d
      JOIN chunk_set s USING (chunk_set_id)
      WHERE d.index_no = :index_no
        AND (CAST(:documents AS bigint[]) IS NULL OR d.document_no = ANY (CAST(:documents AS bigint[])))
  )
ORDER BY v.parse_id, v.page_no;
