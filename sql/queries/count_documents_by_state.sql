-- Documents by state, as view document_overview names them; it reads two indexes, not the documents' rows.
SELECT s.state, count(*) AS num_documents
FROM document d
LEFT JOIN (SELECT DISTINCT document_no FROM index_document) l ON l.document_no = d.document_no
LEFT JOIN (SELECT DISTINCT document_no FROM stage_state WHERE status = 'failed') f ON f.document_no = d.document_no
CROSS JOIN LATERAL (
    SELECT CASE WHEN l.document_no IS NOT NULL AND f.document_no IS NOT NULL THEN 'outdated'
                WHEN l.document_no IS NOT NULL THEN 'live'
                WHEN f.document_no IS NOT NULL THEN 'failed'
                ELSE 'waiting' END AS state
) s
GROUP BY s.state
ORDER BY s.state;
