-- Documents with work to do, the first stage that must run, and why. A stage must run when it never succeeded with the
-- fingerprint that its inputs give now. A permanent failure with this very fingerprint would fail again: it is left
-- alone unless :retry_failed, and with it what comes after it, in its index or (index 0) in all. Where the very same work
-- failed before, attempts and failed_at say how often and when.
WITH stage AS MATERIALIZED (
    SELECT x.position, x.stage, x.index_no, x.static, jsonb_array_length(x.reads) AS num_reads,
           ARRAY[x.reads #>> '{0,0}', x.reads #>> '{0,1}'] AS read_1, ARRAY[x.reads #>> '{1,0}', x.reads #>> '{1,1}'] AS read_2,
           ARRAY[x.reads #>> '{2,0}', x.reads #>> '{2,1}'] AS read_3, ARRAY[x.reads #>> '{3,0}', x.reads #>> '{3,1}'] AS read_4,
           ARRAY[x.reads #>> '{4,0}', x.reads #>> '{4,1}'] AS read_5, ARRAY[x.reads #>> '{5,0}', x.reads #>> '{5,1}'] AS read_6
    FROM jsonb_to_recordset(CAST(:stages AS jsonb))
        AS x(position int, stage text, index_no int, static text, reads jsonb)
),
facts AS MATERIALIZED (
    SELECT d.document_no,
           jsonb_build_object('source.0', jsonb_build_object(
               'mark', d.change_mark, 'name', regexp_replace(d.source_uri, '^.*/', '')))
           || coalesce(jsonb_object_agg(s.stage || '.' || s.index_no, s.outputs) FILTER (WHERE s.stage IS NOT NULL), '{}')
           AS outputs,
           -- of a document that never ran, the first stage is all that there is to say
           count(s.stage) > 0 AS has_run
    FROM document d
    LEFT JOIN stage_state s USING (document_no)
    WHERE (CAST(:documents AS bigint[]) IS NULL OR d.document_no = ANY (CAST(:documents AS bigint[])))
      AND (CAST(:collections AS text[]) IS NULL OR d.collection = ANY (CAST(:collections AS text[])))
    GROUP BY d.document_no
),
-- kept: used more than once, it would be computed as often
expected AS MATERIALIZED (
    SELECT f.document_no, g.position, g.stage, g.index_no, g.static,
           -- no subquery: there are millions of these rows
           stage_fingerprint(g.static, (ARRAY[f.outputs #>> g.read_1, f.outputs #>> g.read_2, f.outputs #>> g.read_3,
                                              f.outputs #>> g.read_4, f.outputs #>> g.read_5, f.outputs #>> g.read_6])[1:g.num_reads])
               AS fingerprint
    FROM facts f JOIN stage g ON f.has_run OR g.position = 0
),
open_stage AS (
    SELECT e.document_no, e.position, e.stage, e.index_no,
           coalesce(s.status = 'failed' AND NOT s.is_transient AND s.fingerprint = e.fingerprint
                    AND NOT CAST(:retry_failed AS boolean), false) AS is_hopeless,
           CASE WHEN s.stage IS NULL THEN CASE e.stage WHEN 'documents' THEN 'new' ELSE 'missing' END
                WHEN s.status = 'failed' THEN 'failed'
                WHEN s.version = e.static THEN CASE e.stage WHEN 'documents' THEN 'changed' ELSE 'inputs' END
                ELSE 'version' END AS cause,
           CASE WHEN s.status = 'failed' AND s.fingerprint = e.fingerprint THEN s.attempts ELSE 0 END AS attempts,
           CASE WHEN s.status = 'failed' AND s.fingerprint = e.fingerprint THEN s.finished_at END AS failed_at
    FROM expected e
    LEFT JOIN stage_state s USING (document_no, stage, index_no)
    WHERE (s.status = 'done' AND s.fingerprint = e.fingerprint) IS NOT TRUE
),
-- the first open stage of every index, and of what all share
front AS (
    SELECT DISTINCT ON (document_no, index_no) * FROM open_stage ORDER BY document_no, index_no, position
)
SELECT DISTINCT ON (f.document_no) f.document_no, d.document_id, d.partition_key, greatest(d.added_at, d.modified_at) AS file_changed_at,
       f.stage, f.index_no, f.cause, f.attempts, f.failed_at
FROM front f JOIN document d USING (document_no)
WHERE NOT f.is_hopeless
  AND NOT EXISTS (SELECT FROM front h WHERE h.document_no = f.document_no AND h.index_no = 0 AND h.is_hopeless)
ORDER BY f.document_no, f.position, f.index_no;
