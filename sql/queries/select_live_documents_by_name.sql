-- Documents of an index whose path holds a name, the closest first: 1 the path, 2 the file name, 3 that in another
-- case, 4 a part of the path.
SELECT d.document_id, d.collection, d.source_uri, p.num_pages,
       CASE
           WHEN d.source_uri = :name THEN 1
           WHEN regexp_replace(d.source_uri, '^.*/', '') = :name THEN 2
           WHEN lower(regexp_replace(d.source_uri, '^.*/', '')) = lower(:name) THEN 3
           ELSE 4
       END AS closeness
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk_set AS s ON s.chunk_set_id = i.chunk_set_id
JOIN parse AS p ON p.parse_id = s.parse_id
WHERE i.index_no = :index_no
  AND (CAST(:collection AS text) IS NULL OR d.collection = :collection)
  AND strpos(lower(d.source_uri), lower(:name)) > 0
ORDER BY closeness, d.source_uri, d.collection
LIMIT 50;
