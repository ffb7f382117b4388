-- Documents with work to do, and the first stage that must run. A stage must run when it never succeeded with the
-- fingerprint that its inputs give now. A permanent failure with this very fingerprint would fail again: it is left
-- alone unless :retry_failed.
WITH stage AS MATERIALIZED (
    SELECT x.position, x.stage, x.index_no, x.static, x.reads
    FROM jsonb_to_recordset(CAST(:stages AS jsonb))
        AS x(position int, stage text, index_no int, static text, reads jsonb)
),
facts AS MATERIALIZED (
    SELECT d.document_no,
           jsonb_build_object('source.0', jsonb_build_object(
               'mark', d.change_mark, 'name', regexp_replace(d.source_uri, '^.*/', '')))
           || coalesce(jsonb_object_agg(s.stage || '.' || s.index_no, s.outputs) FILTER (WHERE s.stage IS NOT NULL), '{}')
           AS outputs
    FROM document d
    LEFT JOIN stage_state s USING (document_no)
    WHERE CAST(:documents AS bigint[]) IS NULL OR d.document_no = ANY (CAST(:documents AS bigint[]))
    GROUP BY d.document_no
),
expected AS (
    SELECT f.document_no, g.position, g.stage, g.index_no,
           stage_fingerprint(g.static, ARRAY(
               SELECT f.outputs -> (r.path ->> 0) ->> (r.path ->> 1)
               FROM jsonb_array_elements(g.reads) WITH ORDINALITY AS r(path, i) ORDER BY r.i)) AS fingerprint
    FROM facts f CROSS JOIN stage g
),
verdict AS (
    SELECT e.document_no, e.position, e.stage, e.index_no,
           coalesce(s.status = 'done' AND s.fingerprint = e.fingerprint, false) AS is_done,
           coalesce(s.status = 'failed' AND NOT s.is_transient AND s.fingerprint = e.fingerprint
                    AND NOT CAST(:retry_failed AS boolean), false) AS is_hopeless
    FROM expected e
    LEFT JOIN stage_state s USING (document_no, stage, index_no)
),
first_open AS (
    SELECT DISTINCT ON (document_no) document_no, stage, index_no, is_hopeless
    FROM verdict WHERE NOT is_done
    ORDER BY document_no, position, index_no
)
SELECT document_no, stage, index_no FROM first_open WHERE NOT is_hopeless ORDER BY document_no;
