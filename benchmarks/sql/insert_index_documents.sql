-- The documents of the stage answer in the index.
INSERT INTO index_document (index_no, document_no, chunk_set_id, publisher, text_config, num_chunks, num_lexical,
                            total_length, num_vectors, num_postings)
SELECT :index_no, s.document_no, s.key, :publisher, s.text_config, s.num_chunks, coalesce(l.num_lexical, 0),
       coalesce(l.total_length, 0), s.num_chunks, coalesce(l.num_postings, 0)
FROM benchmark_document s
LEFT JOIN (
    SELECT document_no, count(*) AS num_lexical, sum(least(dl, 32767)) AS total_length, sum(num_postings) AS num_postings
    FROM (SELECT document_no, chunk_no, sum(tf) AS dl, count(*) AS num_postings
          FROM benchmark_lexeme GROUP BY document_no, chunk_no) c
    GROUP BY document_no
) l ON l.document_no = s.document_no;
