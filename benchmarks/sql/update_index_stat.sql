-- Statistics of the index from its documents.
UPDATE index_stat s
SET num_documents = d.num_documents, num_chunks = d.num_chunks, num_lexical = d.num_lexical,
    total_length = d.total_length, num_vectors = d.num_vectors
FROM (SELECT count(*) AS num_documents, sum(num_chunks) AS num_chunks, sum(num_lexical) AS num_lexical,
             sum(total_length) AS total_length, sum(num_vectors) AS num_vectors
      FROM index_document WHERE index_no = :index_no) d
WHERE s.index_no = :index_no;
