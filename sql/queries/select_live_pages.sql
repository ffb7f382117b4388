-- The live page images of an index that a filter allows, by document: the parse behind them, its pages and their chunks. In
-- arrays, because every question reads all: ten thousand rows take three times as long.
SELECT i.document_no, s.parse_id, p.page_nos, p.chunk_nos
FROM index_document i
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
CROSS JOIN LATERAL (
    SELECT array_agg(o.page_no) AS page_nos, array_agg(o.chunk_no) AS chunk_nos
    FROM (
        SELECT c.page_nos[1] AS page_no, c.chunk_no
        FROM chunk c
        WHERE c.chunk_set_id = i.chunk_set_id AND c.kind = 'page'
          AND (CAST(:kinds AS text[]) IS NULL OR c.kind = ANY (CAST(:kinds AS text[])))
          AND bizrag_on_pages(c.page_nos, CAST(:page_from AS int), CAST(:page_to AS int))
        -- as the index brings them
        ORDER BY c.ordinal
    ) o
) p
WHERE i.index_no = :index_no AND p.chunk_nos IS NOT NULL
  AND (CAST(:documents AS bigint[]) IS NULL OR i.document_no = ANY (CAST(:documents AS bigint[])))
ORDER BY s.parse_id, i.document_no;
