-- What a reader of an index should know of some documents: a stage failed last, or pages are missing. Others have no row.
SELECT d.document_id, d.source_uri, f.stage AS failed_stage, f.error, i.published_at, p.failed_pages, p.num_pages
FROM document d
JOIN index_document i ON i.document_no = d.document_no AND i.index_no = :index_no
JOIN chunk_set c USING (chunk_set_id)
JOIN parse p USING (parse_id)
LEFT JOIN LATERAL (
    SELECT s.stage, s.error FROM stage_state s
    WHERE s.document_no = d.document_no AND s.index_no IN (0, :index_no) AND s.status = 'failed'
    ORDER BY s.finished_at DESC LIMIT 1
) f ON true
WHERE d.document_id = ANY (CAST(:document_ids AS text[])) AND (f.stage IS NOT NULL OR p.failed_pages <> '{}')
ORDER BY d.source_uri;
