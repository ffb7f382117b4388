-- The live page images of an index that a filter allows, by document: the parse behind them, its pages and their chunks. In
-- arrays, because every question reads all: ten thousand rows take three times as long.
SELECT i.document_no, s.parse_id, array_agg(c.page_nos[1] ORDER BY c.page_nos[1], c.chunk_no) AS page_nos,
       array_agg(c.chunk_no ORDER BY c.page_nos[1], c.chunk_no) AS chunk_nos
FROM index_document i
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
WHERE i.index_no = :index_no AND c.kind = 'page'
  AND (CAST(:documents AS bigint[]) IS NULL OR i.document_no = ANY (CAST(:documents AS bigint[])))
  AND (CAST(:kinds AS text[]) IS NULL OR c.kind = ANY (CAST(:kinds AS text[])))
  AND bizrag_on_pages(c.page_nos, CAST(:page_from AS int), CAST(:page_to AS int))
GROUP BY i.document_no, s.parse_id
ORDER BY s.parse_id, i.document_no;
