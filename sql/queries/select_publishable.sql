-- What publishing needs to know of a chunk set: whose it is, what answers now, whether its vectors are complete, and the
-- text-search configuration: the index's, or that of the document's language, told from passages spread over its text.
SELECT cs.document_no,
       (SELECT jsonb_build_object('chunk_set_id', i.chunk_set_id, 'publisher', i.publisher, 'text_config', i.text_config,
                                  'num_chunks', i.num_chunks, 'num_vectors', i.num_vectors,
                                  'num_postings', i.num_postings)
        FROM index_document i WHERE i.index_no = :index_no AND i.document_no = :document_no) AS published,
       CAST(coalesce(
           (SELECT i.text_config FROM search_index i WHERE i.index_no = :index_no),
           bizrag_text_config((
               SELECT string_agg(passage, ' ') FROM (
                   SELECT left(p.lexical_text, 400) AS passage FROM chunk p
                   WHERE p.chunk_set_id = cs.chunk_set_id AND p.ordinal % greatest(cs.num_chunks / 15, 1) = 0
                   -- descriptions may be in another language
                   ORDER BY p.kind <> 'text', p.ordinal LIMIT 15) sample)),
           CAST('simple' AS regconfig)) AS text) AS text_config,
       count(ci.input_sha256) FILTER (
           WHERE e.input_sha256 IS NULL
             -- a page may have many vectors in place of one
             AND NOT EXISTS (SELECT FROM page_vectors v WHERE v.parse_id = cs.parse_id AND v.page_no = c.page_nos[1]
                                                          AND v.space = :space)) AS num_missing
FROM chunk_set cs
LEFT JOIN chunk c ON c.chunk_set_id = cs.chunk_set_id
LEFT JOIN chunk_input ci ON ci.chunk_no = c.chunk_no
LEFT JOIN embedding e ON e.space = :space AND e.input_sha256 = ci.input_sha256
WHERE cs.chunk_set_id = :chunk_set_id
GROUP BY cs.chunk_set_id;
