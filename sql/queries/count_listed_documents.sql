-- How many documents a list has in each status, narrowed as the list is.
SELECT o.status, count(*) AS num_documents
FROM document_overview o
WHERE (CAST(:collection AS text) IS NULL OR o.collection = :collection)
  AND (CAST(:name AS text) IS NULL OR strpos(lower(o.source_uri), lower(:name)) > 0 OR strpos(lower(o.title), lower(:name)) > 0)
GROUP BY o.status;
