-- What publishing needs to know of a chunk set: whose it is, what answers now, and whether its vectors are complete.
SELECT cs.document_no,
       (SELECT jsonb_build_object('chunk_set_id', i.chunk_set_id, 'publisher', i.publisher, 'num_chunks', i.num_chunks,
                                  'num_vectors', i.num_vectors, 'num_postings', i.num_postings)
        FROM index_document i WHERE i.index_no = :index_no AND i.document_no = :document_no) AS published,
       count(ci.input_sha256) FILTER (WHERE e.input_sha256 IS NULL) AS num_missing,
       count(*) FILTER (WHERE vector_dims(e.vector) <> :dimensions) AS num_misfits
FROM chunk_set cs
LEFT JOIN chunk c ON c.chunk_set_id = cs.chunk_set_id
LEFT JOIN chunk_input ci ON ci.chunk_no = c.chunk_no
LEFT JOIN embedding e ON e.space = :space AND e.input_sha256 = ci.input_sha256
WHERE cs.chunk_set_id = :chunk_set_id
GROUP BY cs.chunk_set_id;
