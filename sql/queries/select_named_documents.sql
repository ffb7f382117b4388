-- The documents that a question names: those whose keywords match it best. A keyword counts by how few documents of the
-- index have it (1 where only one has, 0 where all have), and by how far the chunks that say it are theirs: a word that
-- others say as well is no name. num_keywords is the effective number of matches.
WITH asked AS MATERIALIZED (
    SELECT DISTINCT l.term
    FROM lexical_stat s CROSS JOIN LATERAL bizrag_lexemes(
        s.text_config,
        -- the third quarter is Q3
        CAST(:question AS text) || coalesce((SELECT string_agg(' Q' || q.quarter, '') FROM bizrag_quarters(CAST(:question AS text)) q), '')) l
    WHERE s.index_no = :index_no
      -- what one language of the index passes over as a stop word names nothing in a text of another or of none
      AND NOT EXISTS (SELECT FROM lexical_stat o WHERE o.index_no = :index_no AND to_tsvector(o.text_config, l.term) = '')
),
shared AS MATERIALIZED (
    SELECT k.term,
           ln(CAST(t.num_documents AS float8) / count(*)) / ln(t.num_documents)
               * least(1, sum(i.num_lexical) / greatest(said.df, 1)) AS rarity
    FROM asked a
    JOIN keyword k ON k.index_no = :index_no AND k.term = a.term
    JOIN index_document i ON i.index_no = :index_no AND i.document_no = k.document_no
    JOIN index_stat t ON t.index_no = :index_no AND t.num_documents > 2
    -- a name that no text says has no chunks of others
    CROSS JOIN LATERAL (SELECT CAST(coalesce(sum(o.df), 0) AS float8) AS df FROM term o
                        WHERE o.index_no = :index_no AND o.term = a.term) said
    GROUP BY k.term, t.num_documents, said.df
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
