-- What the stages took, by the day on which they ended. A stage that ran again counts with its last run only.
CREATE OR REPLACE VIEW stage_spend AS
SELECT g.stage, n.index_name, g.day, g.num_documents, g.num_failed, g.seconds,
       (SELECT coalesce(jsonb_object_agg(e.call, e.times), '{}')
        FROM (SELECT x.key AS call, sum(CAST(x.value AS bigint)) AS times
              FROM unnest(g.calls) AS c CROSS JOIN LATERAL jsonb_each_text(c) x GROUP BY x.key) e) AS calls,
       g.index_no, coalesce(m.num_model_calls, 0) AS num_model_calls, coalesce(m.num_unpriced, 0) AS num_unpriced,
       coalesce(m.cost_usd, 0) AS cost_usd
FROM (
    SELECT s.stage, s.index_no, CAST(s.finished_at AT TIME ZONE 'UTC' AS date) AS day, count(*) AS num_documents,
           count(*) FILTER (WHERE s.status = 'failed') AS num_failed, sum(s.seconds) AS seconds, array_agg(s.calls) AS calls
    FROM stage_state s GROUP BY 1, 2, 3
    UNION ALL
    -- vectors are asked for from several indexes at once, and for questions: no index has them for itself
    SELECT DISTINCT 'embeddings', 0, e.day, CAST(0 AS bigint), CAST(0 AS bigint), CAST(0 AS real), CAST('{}' AS jsonb[])
    FROM model_spend e WHERE e.job = 'embed'
) g
LEFT JOIN search_index n ON n.index_no = g.index_no
-- Calls know their job, not the index: they stand in the rows without one.
LEFT JOIN LATERAL (
    SELECT CAST(sum(s.num_calls) AS bigint) AS num_model_calls, CAST(sum(s.num_unpriced) AS bigint) AS num_unpriced,
           sum(s.cost_usd) AS cost_usd
    FROM model_spend s
    WHERE s.day = g.day AND g.index_no = 0
      AND g.stage = CASE WHEN s.job IN ('classify', 'title') THEN 'classifications'
                         WHEN s.job IN ('table', 'picture', 'slide', 'format') THEN 'descriptions'
                         WHEN s.job = 'embed' THEN 'embeddings' END
) m ON true;
COMMENT ON VIEW stage_spend IS 'one row per (stage, index or none, day): documents, time and calls of the last runs';
COMMENT ON COLUMN stage_spend.stage IS 'documents, classifications, pages, descriptions, chunks, embeddings or search_index';
COMMENT ON COLUMN stage_spend.index_name IS 'the index; null for stages that all indexes share, and for the calls of embedding models';
COMMENT ON COLUMN stage_spend.day IS 'day in UTC on which the runs ended';
COMMENT ON COLUMN stage_spend.num_documents IS 'documents whose last run ended on that day';
COMMENT ON COLUMN stage_spend.num_failed IS 'how many of them failed';
COMMENT ON COLUMN stage_spend.seconds IS 'their wall time, summed; stages of several documents overlap';
COMMENT ON COLUMN stage_spend.calls IS 'what was called and how often, failed runs not counted: {"parse": 3}';
COMMENT ON COLUMN stage_spend.index_no IS 'internal number of the index, 0 where there is none';
COMMENT ON COLUMN stage_spend.num_model_calls IS 'calls of models on that day for this stage, failed and repeated runs counted, and vectors of questions: table model_spend';
COMMENT ON COLUMN stage_spend.num_unpriced IS 'how many of them have no known price';
COMMENT ON COLUMN stage_spend.cost_usd IS 'price of the others';
