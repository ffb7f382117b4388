-- The terms of a question in an index, each as often as it stands in the question. OFFSET 0: terms are looked up one by
-- one, never all read.
WITH lexeme AS MATERIALIZED (
    SELECT s.index_no, s.text_config, l.term, l.tf
    FROM lexical_stat s CROSS JOIN LATERAL bizrag_lexemes(s.text_config, :question) l
    WHERE s.index_no = :index_no
)
SELECT t.term_id, CAST(CAST(l.text_config AS oid) AS int) AS text_config, l.tf
FROM lexeme l
CROSS JOIN LATERAL (SELECT o.term_id FROM term o
                    WHERE o.index_no = :index_no AND o.text_config = l.text_config AND o.term = l.term OFFSET 0) t
ORDER BY t.term_id;
