-- The document answers in the index from now on, and the statistics rise by what it adds: those of the index, and those
-- of its text-search configuration there.
WITH added AS (
    INSERT INTO index_document (index_no, document_no, chunk_set_id, publisher, text_config, num_chunks, num_lexical,
                                total_length, num_vectors, num_postings)
    VALUES (:index_no, :document_no, :chunk_set_id, :publisher, CAST(:text_config AS regconfig), :num_chunks, :num_lexical,
            :total_length, :num_vectors, :num_postings)
    RETURNING *
),
lexical AS (
    INSERT INTO lexical_stat AS l (index_no, text_config, num_documents, num_lexical, total_length)
    SELECT index_no, text_config, 1, num_lexical, total_length FROM added
    ON CONFLICT (index_no, text_config) DO UPDATE
    SET num_documents = l.num_documents + 1, num_lexical = l.num_lexical + excluded.num_lexical,
        total_length = l.total_length + excluded.total_length
)
UPDATE index_stat s
SET num_documents = s.num_documents + 1, num_chunks = s.num_chunks + a.num_chunks,
    num_lexical = s.num_lexical + a.num_lexical, total_length = s.total_length + a.total_length,
    num_vectors = s.num_vectors + a.num_vectors
FROM added a WHERE s.index_no = a.index_no;
