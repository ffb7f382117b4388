-- Documents whose path holds a name, the closest first: 1 the path, 2 the file name, 3 that in another case, 4 a part.
SELECT d.document_no, d.collection, d.source_uri,
       CASE
           WHEN d.source_uri = :name THEN 1
           WHEN regexp_replace(d.source_uri, '^.*/', '') = :name THEN 2
           WHEN lower(regexp_replace(d.source_uri, '^.*/', '')) = lower(:name) THEN 3
           ELSE 4
       END AS closeness
FROM document d
WHERE (CAST(:collection AS text) IS NULL OR d.collection = :collection)
  AND strpos(lower(d.source_uri), lower(:name)) > 0
ORDER BY closeness, d.source_uri, d.collection
LIMIT 50;
