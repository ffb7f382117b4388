-- One row per document: whether it answers, with which pages missing, and its last failure before indexes or in some of
-- them (null: in any).
SELECT d.document_no, d.collection, d.source_uri, live.published_at,
       f.stage AS failed_stage, f.error_class, f.error, f.attempts, f.is_transient, f.finished_at AS failed_at,
       coalesce(live.failed_pages, '{}') AS failed_pages, live.num_pages
FROM document d
LEFT JOIN LATERAL (
    SELECT s.stage, s.error_class, s.error, s.attempts, s.is_transient, s.finished_at FROM stage_state s
    WHERE s.document_no = d.document_no AND s.status = 'failed'
      AND (CAST(:indexes AS int[]) IS NULL OR s.index_no = 0 OR s.index_no = ANY (CAST(:indexes AS int[])))
    ORDER BY s.finished_at DESC LIMIT 1
) f ON true
LEFT JOIN LATERAL (
    SELECT i.published_at, p.failed_pages, p.num_pages
    FROM index_document i JOIN chunk_set c USING (chunk_set_id) JOIN parse p USING (parse_id)
    WHERE i.document_no = d.document_no ORDER BY i.published_at DESC LIMIT 1
) live ON true
WHERE CAST(:documents AS bigint[]) IS NULL OR d.document_no = ANY (CAST(:documents AS bigint[]))
ORDER BY d.collection, d.source_uri;
