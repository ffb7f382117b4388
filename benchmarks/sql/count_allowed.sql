-- How many live chunks there are in a collection, on a page, or both.
SELECT count(DISTINCT v.chunk_no)
FROM vector_row v JOIN document d USING (document_no) JOIN chunk c USING (chunk_no)
WHERE v.index_no = :index_no
  AND (CAST(:collection AS text) IS NULL OR d.collection = :collection)
  AND (CAST(:page_no AS int) IS NULL OR :page_no = ANY (c.page_nos));
