-- BM25 as Lucene 8 and later compute it, exact at every moment: score(q, c) = sum over terms of
--     qtf * ln(1 + (n - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * dl / avgdl))
-- n = chunks with at least one term, avgdl = their mean length in lexemes (Robertson and Zaragoza 2009; Lucene's
-- BM25Similarity without its rounding of lengths). n, df and avgdl are those of the chunk's text-search configuration.
--
-- A term's part of a score is rounded to a multiple of 2^-36 (1.5e-11): such sums are the same in every order, so that
-- equal chunks tie and every way below gives the same digits. Scans and joins by hash or merge would read all postings,
-- hence the settings; with them and lateral joins a plan has one shape whatever the values and however few rows there
-- were when it was made, so it is made once a session.

-- What a term adds to the score of a chunk, in units of 2^-36. weight is qtf * idf in such units, c0 = k1 * (1 - b),
-- c1 = k1 * b / avgdl.
CREATE OR REPLACE FUNCTION bm25_units(weight float8, tf smallint, dl smallint, c0 float8, c1 float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT round(weight * tf / (tf + c0 + c1 * dl))
$$;

-- What the formula knows of an index, one row per text-search configuration. n is not 0 where a term is.
CREATE OR REPLACE FUNCTION bm25_statistics(of_index_no int)
RETURNS TABLE (text_config regconfig, n bigint, avgdl float8, k1 float8, b float8)
LANGUAGE sql STABLE PARALLEL SAFE ROWS 5 AS $$
    SELECT s.text_config, s.num_lexical, CAST(s.total_length AS float8) / nullif(s.num_lexical, 0), i.k1, i.b
    FROM search_index i JOIN lexical_stat s ON s.index_no = i.index_no
    WHERE i.index_no = of_index_no
$$;

CREATE OR REPLACE FUNCTION bm25_idf(n bigint, df int) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ln(1 + (CAST(n AS float8) - df + 0.5) / (df + 0.5))
$$;

-- The terms of a question in an index, rarest first: its lexemes under every text-search configuration that a document
-- of the index has. Spellings that several configurations share (numbers, codes) are a term of each.
CREATE OR REPLACE FUNCTION bm25_terms(of_index_no int, question text)
RETURNS TABLE (term_id bigint, df int, weight float8, c0 float8, c1 float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT t.term_id, t.df, CAST(68719476736 AS float8) * l.tf * bm25_idf(s.n, t.df), s.k1 * (1 - s.b), s.k1 * s.b / s.avgdl
    FROM bm25_statistics(of_index_no) s
    CROSS JOIN LATERAL bizrag_lexemes(s.text_config, question) l
    -- OFFSET 0: by key; a join read all terms of an index of 35,000 chunks (168 ms against 1)
    CROSS JOIN LATERAL (SELECT o.term_id, o.df FROM term o
                        WHERE o.index_no = of_index_no AND o.text_config = s.text_config AND o.term = l.term
                        OFFSET 0) t
    ORDER BY t.df, t.term_id;
END $$;

-- All postings of all terms.
CREATE OR REPLACE FUNCTION bm25_plain(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], top_k int)
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1)) AS total
    FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
    CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                        WHERE o.index_no = of_index_no AND o.term_id = w.term_id OFFSET 0) p
    GROUP BY p.chunk_no ORDER BY total DESC, p.chunk_no LIMIT top_k;
END $$;

-- What some terms add to the scores of some chunks; chunks without any of the terms are left out. The index takes the
-- sorted list of chunks in one walk over a term's postings (Postgres 17 and later; one descent a chunk before).
CREATE OR REPLACE FUNCTION bm25_of_chunks(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], chunks bigint[])
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN QUERY
    SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1))
    FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
    CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                        WHERE o.index_no = of_index_no AND o.term_id = w.term_id AND o.chunk_no = ANY (chunks)
                        OFFSET 0) p
    GROUP BY p.chunk_no;
END $$;

-- The chunks that a filter with documents allows.
CREATE OR REPLACE FUNCTION bm25_allowed(
    of_index_no int, documents bigint[], kinds text[], page_from int, page_to int) RETURNS bigint[]
LANGUAGE sql STABLE PARALLEL SAFE
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
    SELECT ARRAY(
        SELECT c.chunk_no FROM index_document i JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
        WHERE i.index_no = of_index_no AND i.document_no = ANY (documents) AND (kinds IS NULL OR c.kind = ANY (kinds))
          AND bizrag_on_pages(c.page_nos, page_from, page_to)
        ORDER BY c.chunk_no)
$$;

-- The best chunks that a filter allows. All postings of the documents are scored, and kinds and pages are asked of the
-- best first, until enough fit. OFFSET 0 keeps that order. Long lists of documents are hashed where a plan knows them.
CREATE OR REPLACE FUNCTION bm25_filtered(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], top_k int,
    documents bigint[], kinds text[], page_from int, page_to int)
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    RETURN QUERY
    SELECT s.chunk_no, s.total
    FROM (
        SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1)) AS total
        FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
        CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                            WHERE o.index_no = of_index_no AND o.term_id = w.term_id
                              AND (documents IS NULL OR o.document_no = ANY (documents)) OFFSET 0) p
        GROUP BY p.chunk_no ORDER BY total DESC, p.chunk_no OFFSET 0
    ) s
    CROSS JOIN LATERAL (SELECT FROM chunk c
                        WHERE c.chunk_no = s.chunk_no AND (kinds IS NULL OR c.kind = ANY (kinds))
                          AND bizrag_on_pages(c.page_nos, page_from, page_to) OFFSET 0) allowed
    ORDER BY s.total DESC, s.chunk_no LIMIT top_k;
END $$;

-- The best chunks of an index for a question: at most top_k, of these documents, kinds and pages (null: of all), with
-- their scores. Exact whatever the way: by the postings of the chunks that the filter allows, by blocks of impacts
-- (search_blocks.sql), or by all postings of the terms.
CREATE OR REPLACE FUNCTION bm25_scores(
    of_index_no int, question text, top_k int, documents bigint[] DEFAULT NULL, kinds text[] DEFAULT NULL,
    page_from int DEFAULT NULL, page_to int DEFAULT NULL)
RETURNS TABLE (chunk_no bigint, score float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100 AS $$
DECLARE
    term_ids    bigint[]; dfs int[]; weights float8[]; c0 float8; c1s float8[];
    -- units of a score
    one         constant float8 := 68719476736;
    is_narrow   boolean := kinds IS NOT NULL OR page_from IS NOT NULL OR page_to IS NOT NULL;
    num_chunks  float8 := (SELECT s.num_chunks FROM index_stat s WHERE s.index_no = of_index_no);
    num_allowed float8 := num_chunks;
    -- slots that are looked at for top_k chunks which the filter allows
    num_looked  float8;
    -- what each way takes, in postings scored: about 0.35 microseconds each
    work_listed float8;
    work_summed float8;
    work_all    float8;
BEGIN
    SELECT array_agg(t.term_id), array_agg(t.df), array_agg(t.weight), array_agg(t.c1), min(t.c0), sum(t.df)
    INTO term_ids, dfs, weights, c1s, c0, work_all
    FROM bm25_terms(of_index_no, question) t WHERE top_k > 0;
    IF term_ids IS NULL THEN
        RETURN;
    END IF;
    IF documents IS NOT NULL THEN
        num_allowed := (SELECT coalesce(sum(i.num_chunks), 0) FROM index_document i
                        WHERE i.index_no = of_index_no AND i.document_no = ANY (documents));
        work_listed := 6 * num_allowed;
    END IF;
    -- how many chunks are of a kind or on a page is not known
    num_looked := 2.0 * top_k * num_chunks / greatest(num_allowed, 1) * CASE WHEN is_narrow THEN 2 ELSE 1 END;
    work_summed := 1000 + num_chunks / 27 + 10 * num_looked;
    IF work_listed <= least(work_summed, work_all) THEN
        RETURN QUERY
        SELECT s.chunk_no, s.units / one
        FROM bm25_of_chunks(of_index_no, term_ids, weights, c0, c1s,
                            bm25_allowed(of_index_no, documents, kinds, page_from, page_to)) s
        ORDER BY s.units DESC, s.chunk_no LIMIT top_k;
    ELSIF work_summed < work_all AND bm25_has_blocks(of_index_no, 4000) THEN
        RETURN QUERY
        SELECT s.chunk_no, s.units / one
        FROM bm25_summed(of_index_no, term_ids, weights, c0, c1s, top_k, CAST(ceil(num_looked) AS bigint),
                         documents, kinds, page_from, page_to) s;
    ELSIF documents IS NOT NULL OR is_narrow THEN
        RETURN QUERY
        SELECT s.chunk_no, s.units / one
        FROM bm25_filtered(of_index_no, term_ids, weights, c0, c1s, top_k, documents, kinds, page_from, page_to) s;
    ELSE
        RETURN QUERY
        SELECT s.chunk_no, s.units / one FROM bm25_plain(of_index_no, term_ids, weights, c0, c1s, top_k) s;
    END IF;
END $$;

-- For analysts: SELECT * FROM bm25_search('main', 'net sales 2025'). The name is an index or an alias; an unknown one
-- is an error.
CREATE OR REPLACE FUNCTION bm25_search(index_or_alias text, question text, top_k int DEFAULT 10)
RETURNS TABLE (rank bigint, score float8, doc text, page_nos int[], chunk_id text, text text)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10 AS $$
DECLARE
    -- before the query: a plan that begins with an empty table would never ask for the index
    named int := bizrag_named_index(index_or_alias);
BEGIN
    RETURN QUERY
    SELECT row_number() OVER (ORDER BY s.score DESC, s.chunk_no), s.score, d.source_uri, c.page_nos, c.chunk_id, c.text
    FROM bm25_scores(named, question, top_k) s
    JOIN chunk c ON c.chunk_no = s.chunk_no
    JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
    JOIN document d ON d.document_no = cs.document_no
    ORDER BY s.score DESC, s.chunk_no;
END $$;
