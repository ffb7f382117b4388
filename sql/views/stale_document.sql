-- Documents that do not answer, or answer with something older than what was made last. Whether a changed setting or
-- model makes work due is known to the code only: bizrag status counts that.
CREATE OR REPLACE VIEW stale_document AS
SELECT n.index_name, d.collection, d.source_uri, r.reason, f.stage AS failed_stage, f.error, f.is_transient,
       i.chunk_set_id AS live_chunk_set_id, made.outputs ->> 'chunk_set' AS made_chunk_set_id, i.published_at,
       d.document_no, n.index_no
FROM search_index n
CROSS JOIN document d
LEFT JOIN index_document i ON i.index_no = n.index_no AND i.document_no = d.document_no
LEFT JOIN stage_state made ON made.document_no = d.document_no AND made.stage = 'chunks' AND made.index_no = n.index_no
LEFT JOIN chunk_set c ON c.chunk_set_id = i.chunk_set_id
LEFT JOIN parse p ON p.parse_id = c.parse_id
LEFT JOIN stage_state parsed ON parsed.document_no = d.document_no AND parsed.stage = 'pages' AND parsed.index_no = 0
LEFT JOIN LATERAL (
    SELECT s.stage, s.error, s.is_transient FROM stage_state s
    WHERE s.document_no = d.document_no AND s.index_no IN (0, n.index_no) AND s.status = 'failed'
    ORDER BY s.finished_at DESC LIMIT 1
) f ON true
CROSS JOIN LATERAL (
    SELECT CASE WHEN f.stage IS NOT NULL AND i.document_no IS NOT NULL THEN 'failed, an older version answers'
                WHEN f.stage IS NOT NULL THEN 'failed'
                WHEN i.document_no IS NULL THEN 'not published'
                WHEN i.chunk_set_id IS DISTINCT FROM made.outputs ->> 'chunk_set' THEN 'older chunks answer'
                -- an index that ingestion no longer keeps is left behind by all stages of its own
                WHEN p.output_sha256 IS DISTINCT FROM parsed.outputs ->> 'parse' THEN 'older pages answer'
           END AS reason
) r
WHERE r.reason IS NOT NULL;
COMMENT ON VIEW stale_document IS 'one row per (index, document) that does not answer with what was made last, and why';
COMMENT ON COLUMN stale_document.index_name IS 'the index';
COMMENT ON COLUMN stale_document.collection IS 'collection of the document';
COMMENT ON COLUMN stale_document.source_uri IS 'path of the document below its source root';
COMMENT ON COLUMN stale_document.reason IS
    'failed; failed, an older version answers; not published; older chunks answer, older pages answer (than the last success made)';
COMMENT ON COLUMN stale_document.failed_stage IS 'the stage that failed last, shared or of this index';
COMMENT ON COLUMN stale_document.error IS 'why it failed, in one line';
COMMENT ON COLUMN stale_document.is_transient IS 'whether the next ingestion tries again by itself';
COMMENT ON COLUMN stale_document.live_chunk_set_id IS 'the chunk set that answers; null when none does';
COMMENT ON COLUMN stale_document.made_chunk_set_id IS 'the chunk set that the last success made';
COMMENT ON COLUMN stale_document.published_at IS 'since when the live one answers';
COMMENT ON COLUMN stale_document.document_no IS 'internal number of the document';
COMMENT ON COLUMN stale_document.index_no IS 'internal number of the index';
