-- The size of an index and of what is behind it.
SELECT (SELECT count(*) FROM document) AS documents,
       (SELECT count(*) FROM index_document i WHERE i.index_no = n.index_no) AS "documents that answer",
       (SELECT count(DISTINCT s.document_no) FROM stage_state s WHERE s.status = 'failed' AND s.index_no IN (0, n.index_no)) AS "documents failed",
       coalesce(t.num_chunks, 0) AS chunks,
       coalesce(t.num_vectors, 0) AS vectors,
       (SELECT coalesce(sum(g.num_pages), 0) FROM index_document i JOIN chunk_set s USING (chunk_set_id) JOIN parse g USING (parse_id)
        WHERE i.index_no = n.index_no) AS pages,
       pg_database_size(current_database()) AS "database bytes"
FROM search_index n
CROSS JOIN LATERAL (SELECT sum(i.num_vectors) AS num_vectors, sum(i.num_chunks) AS num_chunks
                    FROM index_document i WHERE i.index_no = n.index_no) t
WHERE n.index_no = :index_no;
