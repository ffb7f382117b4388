-- The live page images of an index that a filter allows: the chunk of each, and the page of the parse behind it.
SELECT c.chunk_no, i.document_no, s.parse_id, c.page_nos[1] AS page_no
FROM index_document i
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no AND c.kind = 'page'
  AND (CAST(:documents AS bigint[]) IS NULL OR i.document_no = ANY (CAST(:documents AS bigint[])))
  AND (CAST(:kinds AS text[]) IS NULL OR c.kind = ANY (CAST(:kinds AS text[])))
  AND bizrag_on_pages(c.page_nos, CAST(:page_from AS int), CAST(:page_to AS int))
ORDER BY c.chunk_no;
