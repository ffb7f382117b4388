-- One row per document: what it is, what was found in it, what is live, what failed last.
CREATE OR REPLACE VIEW document_overview AS
SELECT d.document_no, d.document_id, d.collection, d.source_uri, c.mime_type,
       k.layout, k.title,
       p.num_pages,
       (SELECT count(*) FROM table_artifact t WHERE t.parse_id = p.parse_id) AS num_tables,
       (SELECT count(*) FROM picture_artifact t WHERE t.parse_id = p.parse_id) AS num_pictures,
       (SELECT coalesce(sum(s.num_chunks), 0)
        FROM index_document i JOIN chunk_set s USING (chunk_set_id) WHERE i.document_no = d.document_no) AS num_live_chunks,
       f.stage AS failed_stage, f.error,
       d.added_at, d.changed_at
FROM document d
LEFT JOIN content c USING (content_sha256)
LEFT JOIN stage_state label ON label.document_no = d.document_no AND label.stage = 'classifications'
LEFT JOIN classification k ON k.classification_id = label.outputs ->> 'classification'
LEFT JOIN stage_state pages ON pages.document_no = d.document_no AND pages.stage = 'pages'
LEFT JOIN parse p ON p.parse_id = pages.outputs ->> 'parse_id'
LEFT JOIN LATERAL (
    SELECT stage, error FROM stage_state s
    WHERE s.document_no = d.document_no AND s.status = 'failed' ORDER BY finished_at DESC LIMIT 1
) f ON true;
COMMENT ON VIEW document_overview IS 'one row per document: what it is, what was found in it, what is live, what failed last';
