-- The document no longer answers in the index: its row goes and the statistics fall by what it added. A text-search
-- configuration that no document has any more goes too, so that questions are not tokenised with it.
WITH gone AS (
    DELETE FROM index_document WHERE index_no = :index_no AND document_no = :document_no RETURNING *
),
lexical AS (
    UPDATE lexical_stat l
    SET num_documents = l.num_documents - 1, num_lexical = l.num_lexical - g.num_lexical,
        total_length = l.total_length - g.total_length
    FROM gone g WHERE l.index_no = g.index_no AND l.text_config = g.text_config AND l.num_documents > 1
),
unused AS (
    DELETE FROM lexical_stat l
    USING gone g WHERE l.index_no = g.index_no AND l.text_config = g.text_config AND l.num_documents = 1
)
UPDATE index_stat s
SET num_documents = s.num_documents - 1, num_chunks = s.num_chunks - g.num_chunks,
    num_lexical = s.num_lexical - g.num_lexical, total_length = s.total_length - g.total_length,
    num_vectors = s.num_vectors - g.num_vectors
FROM gone g WHERE s.index_no = g.index_no;
