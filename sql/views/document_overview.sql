-- One row per document: what it is, what was found in it, what is live, what failed last, what it took. New columns go
-- to the end: a view is replaced in place.
CREATE OR REPLACE VIEW document_overview AS
SELECT d.document_no, d.document_id, d.collection, d.source_uri, c.mime_type,
       k.layout, k.title,
       p.num_pages,
       (SELECT count(*) FROM table_artifact t WHERE t.parse_id = p.parse_id) AS num_tables,
       (SELECT count(*) FROM picture_artifact t WHERE t.parse_id = p.parse_id) AS num_pictures,
       (SELECT coalesce(sum(s.num_chunks), 0)
        FROM index_document i JOIN chunk_set s USING (chunk_set_id) WHERE i.document_no = d.document_no) AS num_live_chunks,
       f.stage AS failed_stage, f.error,
       d.added_at, d.changed_at,
       CASE WHEN l.is_live AND f.stage IS NOT NULL THEN 'outdated'
            WHEN l.is_live THEN 'live'
            WHEN f.stage IS NOT NULL THEN 'failed'
            ELSE 'waiting' END AS status,
       d.size_bytes,
       (SELECT coalesce(sum(g.num_layer_tokens), 0) FROM page g WHERE g.parse_id = p.parse_id) AS num_layer_tokens,
       (SELECT coalesce(sum(g.num_lost_tokens), 0) FROM page g WHERE g.parse_id = p.parse_id) AS num_lost_tokens,
       (SELECT coalesce(sum(s.seconds), 0) FROM stage_state s WHERE s.document_no = d.document_no) AS seconds,
       (SELECT coalesce(jsonb_object_agg(n.call, n.times), '{}')
        FROM (SELECT e.key AS call, sum(CAST(e.value AS bigint)) AS times
              FROM stage_state s CROSS JOIN LATERAL jsonb_each_text(s.calls) e
              WHERE s.document_no = d.document_no GROUP BY e.key) n) AS calls
FROM document d
LEFT JOIN content c USING (content_sha256)
LEFT JOIN stage_state label ON label.document_no = d.document_no AND label.stage = 'classifications'
LEFT JOIN classification k ON k.classification_id = label.outputs ->> 'classification'
LEFT JOIN stage_state pages ON pages.document_no = d.document_no AND pages.stage = 'pages'
LEFT JOIN parse p ON p.parse_id = pages.outputs ->> 'parse_id'
LEFT JOIN LATERAL (
    SELECT stage, error FROM stage_state s
    WHERE s.document_no = d.document_no AND s.status = 'failed' ORDER BY finished_at DESC LIMIT 1
) f ON true
CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM index_document i WHERE i.document_no = d.document_no) AS is_live) l;
COMMENT ON VIEW document_overview IS 'one row per document: what it is, what was found in it, what is live, what failed last, what it took';
COMMENT ON COLUMN document_overview.document_no IS 'internal number, as in document';
COMMENT ON COLUMN document_overview.document_id IS 'public id: stays when the content changes';
COMMENT ON COLUMN document_overview.collection IS 'the collection that the document belongs to';
COMMENT ON COLUMN document_overview.source_uri IS 'path below its source root';
COMMENT ON COLUMN document_overview.mime_type IS 'format by content; null before the first read';
COMMENT ON COLUMN document_overview.layout IS 'vertical (report-like) or horizontal (slide-like)';
COMMENT ON COLUMN document_overview.title IS 'the written title';
COMMENT ON COLUMN document_overview.num_pages IS 'pages of the newest parse; 0 where the format has none';
COMMENT ON COLUMN document_overview.num_tables IS 'tables of the newest parse';
COMMENT ON COLUMN document_overview.num_pictures IS 'pictures of the newest parse';
COMMENT ON COLUMN document_overview.num_live_chunks IS 'chunks that answer, summed over all indexes';
COMMENT ON COLUMN document_overview.failed_stage IS 'the stage that failed last; null when none is failed';
COMMENT ON COLUMN document_overview.error IS 'why it failed, in one line';
COMMENT ON COLUMN document_overview.added_at IS 'when a source listed the document first';
COMMENT ON COLUMN document_overview.changed_at IS 'when the listing last said that its bytes may have changed';
COMMENT ON COLUMN document_overview.status IS
    'live: it answers; outdated: an older version answers because a stage failed; failed: nothing answers; waiting: not there yet';
COMMENT ON COLUMN document_overview.size_bytes IS 'size of the file';
COMMENT ON COLUMN document_overview.num_layer_tokens IS 'tokens of the text layer of all pages';
COMMENT ON COLUMN document_overview.num_lost_tokens IS 'how many of them reached no text, table, picture or furniture';
COMMENT ON COLUMN document_overview.seconds IS 'time of the last run of every stage, summed';
COMMENT ON COLUMN document_overview.calls IS 'what the last run of every stage called, and how often: {"parse": 1, "embed_texts": 12}';
