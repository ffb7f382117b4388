-- All live chunks of an index that a filter allows, in the order of reading, document after document.
SELECT c.chunk_no, i.document_no
FROM index_document i
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no
  AND (CAST(:documents AS bigint[]) IS NULL OR i.document_no = ANY (CAST(:documents AS bigint[])))
  AND (CAST(:kinds AS text[]) IS NULL OR c.kind = ANY (CAST(:kinds AS text[])))
  AND bizrag_on_pages(c.page_nos, CAST(:page_from AS int), CAST(:page_to AS int))
ORDER BY i.document_no, c.ordinal;
