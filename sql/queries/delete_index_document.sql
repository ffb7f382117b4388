-- The document no longer answers in the index: its row goes and the statistics fall by what it added.
WITH gone AS (
    DELETE FROM index_document WHERE index_no = :index_no AND document_no = :document_no RETURNING *
)
UPDATE index_stat s
SET num_documents = s.num_documents - 1, num_chunks = s.num_chunks - g.num_chunks,
    num_lexical = s.num_lexical - g.num_lexical, total_length = s.total_length - g.total_length,
    num_vectors = s.num_vectors - g.num_vectors
FROM gone g WHERE s.index_no = g.index_no;
