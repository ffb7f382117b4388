-- What a search of an index can be narrowed to: its collections and the endings of its documents; and how many it holds.
SELECT coalesce(array_agg(DISTINCT d.collection ORDER BY d.collection), '{}') AS collections,
       coalesce(array_agg(DISTINCT d.file_ending ORDER BY d.file_ending) FILTER (WHERE d.file_ending IS NOT NULL), '{}') AS file_endings,
       count(*) AS num_documents
FROM index_document i
JOIN document d USING (document_no)
WHERE i.index_no = :index_no;
