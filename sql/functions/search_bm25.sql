-- BM25 as Lucene 8 and later compute it, exact at every moment: score(q, c) = sum over terms of
--     qtf * ln(1 + (n - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * dl / avgdl))
-- n = chunks with at least one term, avgdl = their mean length in lexemes (Robertson and Zaragoza 2009; Lucene's
-- BM25Similarity without its rounding of lengths). Joins by hash or merge would read all postings, hence the settings;
-- a plan for the actual values costs less than it saves.
CREATE OR REPLACE FUNCTION bm25_scores(of_index_no int, question text, top_k int, documents bigint[] DEFAULT NULL)
RETURNS TABLE (chunk_no bigint, score float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    config regconfig;
    n      float8;
    -- k1 * (1 - b), and k1 * b / avgdl
    c0     float8;
    c1     float8;
BEGIN
    SELECT i.text_config, s.num_lexical, i.k1 * (1 - i.b), i.k1 * i.b * s.num_lexical / nullif(s.total_length, 0)
    INTO config, n, c0, c1
    FROM search_index i JOIN index_stat s USING (index_no) WHERE i.index_no = of_index_no;
    IF documents IS NULL THEN
        RETURN QUERY
        WITH wanted AS MATERIALIZED (
            SELECT t.term_id, l.tf * ln(1 + (n - t.df + 0.5) / (t.df + 0.5)) AS weight
            FROM bizrag_lexemes(config, question) l JOIN term t ON t.index_no = of_index_no AND t.term = l.term
        )
        SELECT p.chunk_no, sum(w.weight * p.tf / (p.tf + c0 + c1 * p.dl)) AS total
        FROM wanted w
        CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                            WHERE o.index_no = of_index_no AND o.term_id = w.term_id OFFSET 0) p
        GROUP BY p.chunk_no ORDER BY total DESC, p.chunk_no LIMIT top_k;
    ELSE
        RETURN QUERY
        WITH wanted AS MATERIALIZED (
            SELECT t.term_id, l.tf * ln(1 + (n - t.df + 0.5) / (t.df + 0.5)) AS weight
            FROM bizrag_lexemes(config, question) l JOIN term t ON t.index_no = of_index_no AND t.term = l.term
        )
        SELECT p.chunk_no, sum(w.weight * p.tf / (p.tf + c0 + c1 * p.dl)) AS total
        FROM wanted w
        CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                            WHERE o.index_no = of_index_no AND o.term_id = w.term_id
                              AND o.document_no = ANY (documents) OFFSET 0) p
        GROUP BY p.chunk_no ORDER BY total DESC, p.chunk_no LIMIT top_k;
    END IF;
END $$;

-- For analysts: SELECT * FROM bm25_search('main', 'net sales 2025'). The name is an index or an alias; an unknown name
-- finds nothing.
CREATE OR REPLACE FUNCTION bm25_search(index_or_alias text, question text, top_k int DEFAULT 10)
RETURNS TABLE (rank bigint, score float8, doc text, page_nos int[], chunk_id text, text text)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 10 AS $$
    SELECT row_number() OVER (ORDER BY s.score DESC, s.chunk_no), s.score, d.source_uri, c.page_nos, c.chunk_id, c.text
    FROM (
        SELECT i.index_no FROM search_index i WHERE i.index_name = index_or_alias
        UNION ALL
        SELECT a.index_no FROM index_alias a WHERE a.alias = index_or_alias
        LIMIT 1
    ) named
    CROSS JOIN LATERAL bm25_scores(named.index_no, question, top_k) s
    JOIN chunk c ON c.chunk_no = s.chunk_no
    JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
    JOIN document d ON d.document_no = cs.document_no
    ORDER BY s.score DESC, s.chunk_no
$$;
