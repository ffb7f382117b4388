-- What is live, what answers with an older chunk set than the last success made, and what belongs to nothing.
SELECT
    (SELECT count(*) FROM document) AS documents,
    (SELECT count(*) FROM index_document i JOIN chunk c USING (chunk_set_id)) AS chunks,
    (SELECT count(*) FROM index_document i
        JOIN stage_state s ON s.document_no = i.document_no AND s.stage = 'chunks' AND s.index_no = i.index_no
        JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
        WHERE s.outputs ->> 'chunk_set' IS DISTINCT FROM i.chunk_set_id
          AND NOT EXISTS (SELECT FROM stage_state f WHERE f.document_no = i.document_no AND f.status = 'failed')) AS stale,
    (SELECT count(*) FROM vector_row v
        WHERE NOT EXISTS (SELECT FROM chunk c JOIN index_document i ON i.chunk_set_id = c.chunk_set_id AND i.index_no = v.index_no
                          WHERE c.chunk_no = v.chunk_no)) AS orphaned;
