-- The multi-route score of HiQA (3.3, equation 2): alpha * v + (1 - alpha) * r + beta * log(1 + |C|). v and r are cosine similarity
-- and BM25 over the candidates, each from 0 for the least to 1 for the best; who lacks one has 0 there. |C| are the
-- critical keywords: those of the document's name, title and first page that the question matches, each by how well it
-- tells documents apart, and those of the question that the chunk says: numbers, codes, dates, amounts, named entities
-- (where a model finds them), and words that few chunks say, each by how few.
WITH critical AS MATERIALIZED (
    -- what of the question is a keyword wherever it stands: whatever holds a digit, names, and what one chunk in 200 says
    -- or fewer; 1 where one chunk says it, 0 where all do
    SELECT t.term_id, 1 - ln(t.df) / ln(greatest(s.num_lexical, 2)) AS rarity
    FROM lexical_stat s
    CROSS JOIN LATERAL bizrag_lexemes(s.text_config, :question) l
    CROSS JOIN LATERAL (SELECT o.term_id, o.df FROM term o
                        WHERE o.index_no = :index_no AND o.text_config = s.text_config AND o.term = l.term OFFSET 0) t
    WHERE s.index_no = :index_no AND (
        l.term ~ '[0-9]' OR 200 * t.df <= s.num_lexical
        OR CAST(:entities AS text) <> '' AND l.term IN (SELECT e.term FROM bizrag_lexemes(s.text_config, CAST(:entities AS text)) e))
)
SELECT s.chunk_no,
       CAST(:alpha AS float8) * s.v + (1 - CAST(:alpha AS float8)) * s.r
           + CAST(:beta AS float8) * ln(1 + coalesce(m.num_keywords, 0) + coalesce(w.num_keywords, 0)) AS score,
       s.dense_rank, s.bm25_rank, s.keyword_rank, s.similarity, s.bm25_score
FROM (
    SELECT p.*,
           coalesce((p.similarity - min(p.similarity) OVER ()) / nullif(max(p.similarity) OVER () - min(p.similarity) OVER (), 0),
                    CASE WHEN p.similarity IS NULL THEN 0 ELSE 1 END) AS v,
           coalesce((p.bm25_score - min(p.bm25_score) OVER ()) / nullif(max(p.bm25_score) OVER () - min(p.bm25_score) OVER (), 0),
                    CASE WHEN p.bm25_score IS NULL THEN 0 ELSE 1 END) AS r
    FROM pooled p
) s
JOIN chunk c ON c.chunk_no = s.chunk_no
JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
LEFT JOIN unnest(CAST(:matched_documents AS bigint[]), CAST(:matched_keywords AS float8[])) m(document_no, num_keywords)
    ON m.document_no = cs.document_no
LEFT JOIN LATERAL (
    SELECT sum(k.rarity) AS num_keywords
    FROM critical k JOIN posting o ON o.index_no = :index_no AND o.term_id = k.term_id AND o.chunk_no = s.chunk_no
) w ON true
ORDER BY score DESC, s.chunk_no LIMIT :top_k;
