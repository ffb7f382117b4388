-- The live chunks of an index that stand on given pages: the page_no of the same place belongs to each document_id.
SELECT DISTINCT c.chunk_no
FROM unnest(CAST(:document_ids AS text[]), CAST(:page_nos AS int[])) AS wanted (document_id, page_no)
JOIN document d USING (document_id)
JOIN index_document i ON i.document_no = d.document_no AND i.index_no = :index_no
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id AND c.page_nos @> ARRAY[wanted.page_no]
ORDER BY c.chunk_no;
