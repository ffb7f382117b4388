-- The document answers in the index from now on, and the statistics rise by what it adds.
WITH added AS (
    INSERT INTO index_document (index_no, document_no, chunk_set_id, publisher, num_chunks, num_lexical, total_length,
                                num_vectors, num_postings)
    VALUES (:index_no, :document_no, :chunk_set_id, :publisher, :num_chunks, :num_lexical, :total_length, :num_vectors,
            :num_postings)
    RETURNING *
)
UPDATE index_stat s
SET num_documents = s.num_documents + 1, num_chunks = s.num_chunks + a.num_chunks,
    num_lexical = s.num_lexical + a.num_lexical, total_length = s.total_length + a.total_length,
    num_vectors = s.num_vectors + a.num_vectors
FROM added a WHERE s.index_no = a.index_no;
