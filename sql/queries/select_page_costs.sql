-- What the stages took for the documents that an index answers from: seconds and calls of their last runs.
-- Formats without pages are left out: there is nothing to divide by.
SELECT s.stage, count(*) AS num_documents, sum(p.num_pages) AS num_pages, sum(s.seconds) AS seconds,
       (SELECT coalesce(jsonb_object_agg(e.call, e.times), '{}')
        FROM (SELECT x.key AS call, sum(CAST(x.value AS bigint)) AS times
              FROM unnest(array_agg(s.calls)) AS c CROSS JOIN LATERAL jsonb_each_text(c) x GROUP BY x.key) e) AS calls
FROM index_document i
JOIN chunk_set c USING (chunk_set_id)
JOIN parse p USING (parse_id)
JOIN stage_state s ON s.document_no = i.document_no AND s.index_no IN (0, i.index_no) AND s.status = 'done'
WHERE i.index_no = :index_no AND p.num_pages > 0
GROUP BY s.stage
ORDER BY s.stage;
