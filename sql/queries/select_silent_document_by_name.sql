-- The document whose path holds a name best of those that an index does not answer from, with what failed of it last.
SELECT d.collection, d.source_uri, f.stage AS failed_stage, f.error
FROM document AS d
LEFT JOIN LATERAL (
    SELECT s.stage, s.error
    FROM stage_state AS s
    WHERE s.document_no = d.document_no AND s.status = 'failed' AND s.index_no IN (0, :index_no)
    ORDER BY s.finished_at DESC
    LIMIT 1
) AS f ON true
WHERE (CAST(:collection AS text) IS NULL OR d.collection = :collection)
  AND strpos(lower(d.source_uri), lower(:name)) > 0
  AND NOT EXISTS (SELECT FROM index_document AS i WHERE i.document_no = d.document_no AND i.index_no = :index_no)
ORDER BY d.source_uri = :name DESC,
         lower(regexp_replace(d.source_uri, '^.*/', '')) = lower(:name) DESC,
         d.source_uri, d.collection
LIMIT 1;
