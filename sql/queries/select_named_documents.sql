-- The documents that a question names: those whose keywords match it best. A keyword counts by how few documents of the
-- index have it: 1 where only one has, 0 where all have. num_keywords is the effective number of matches of the best.
WITH asked AS MATERIALIZED (
    SELECT DISTINCT l.term
    FROM lexical_stat s CROSS JOIN LATERAL bizrag_lexemes(s.text_config, :question) l
    WHERE s.index_no = :index_no
),
shared AS MATERIALIZED (
    SELECT k.term, ln(CAST(t.num_documents AS float8) / count(*)) / ln(t.num_documents) AS rarity
    FROM asked a
    JOIN keyword k ON k.index_no = :index_no AND k.term = a.term
    JOIN index_stat t ON t.index_no = :index_no AND t.num_documents > 2
    GROUP BY k.term, t.num_documents
),
matched AS MATERIALIZED (
    SELECT k.document_no, sum(s.rarity * k.weight) AS num_keywords
    FROM shared s JOIN keyword k ON k.index_no = :index_no AND k.term = s.term
    GROUP BY k.document_no
)
SELECT m.document_no, m.num_keywords, i.num_vectors
FROM matched m
JOIN index_document i ON i.index_no = :index_no AND i.document_no = m.document_no
WHERE m.num_keywords >= :least_share * (SELECT max(num_keywords) FROM matched)
  AND m.num_keywords >= :least_keywords
  AND (CAST(:documents AS bigint[]) IS NULL OR m.document_no = ANY (CAST(:documents AS bigint[])))
ORDER BY m.num_keywords DESC, m.document_no;
