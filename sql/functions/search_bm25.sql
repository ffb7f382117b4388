-- BM25 as Lucene 8 and later compute it, exact at every moment: score(q, c) = sum over terms of
--     qtf * ln(1 + (n - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * dl / avgdl))
-- n = chunks with at least one term, avgdl = their mean length in lexemes (Robertson and Zaragoza 2009; Lucene's
-- BM25Similarity without its rounding of lengths). n, df and avgdl are those of the chunk's text-search configuration.
--
-- A term's part of a score is rounded to a multiple of 2^-36 (1.5e-11): such sums are the same in every order, so that
-- equal chunks tie and every way below gives the same digits. Joins by hash or merge would read all postings, hence
-- the settings; a plan for the actual values costs less than it saves.

-- What a term adds to the score of a chunk, in units of 2^-36. weight is qtf * idf in such units, c0 = k1 * (1 - b),
-- c1 = k1 * b / avgdl.
CREATE OR REPLACE FUNCTION bm25_units(weight float8, tf smallint, dl smallint, c0 float8, c1 float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT round(weight * tf / (tf + c0 + c1 * dl))
$$;

-- The terms of a question in an index, rarest first: its lexemes under every text-search configuration that a document
-- of the index has. Spellings that several configurations share (numbers, codes) are a term of each.
CREATE OR REPLACE FUNCTION bm25_terms(of_index_no int, question text)
RETURNS TABLE (term_id bigint, df int, weight float8, c0 float8, c1 float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    RETURN QUERY
    SELECT t.term_id, t.df,
           CAST(68719476736 AS float8) * l.tf * ln(1 + (CAST(s.num_lexical AS float8) - t.df + 0.5) / (t.df + 0.5)),
           i.k1 * (1 - i.b), i.k1 * i.b * s.num_lexical / s.total_length
    FROM search_index i
    JOIN lexical_stat s ON s.index_no = i.index_no
    CROSS JOIN LATERAL bizrag_lexemes(s.text_config, question) l
    -- OFFSET 0: by key; a join read all terms of an index of 35,000 chunks (168 ms against 1)
    CROSS JOIN LATERAL (SELECT o.term_id, o.df FROM term o
                        WHERE o.index_no = of_index_no AND o.text_config = s.text_config AND o.term = l.term
                        OFFSET 0) t
    WHERE i.index_no = of_index_no
    ORDER BY t.df, t.term_id;
END $$;

-- All postings of all terms.
CREATE OR REPLACE FUNCTION bm25_plain(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], top_k int)
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
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
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    RETURN QUERY
    SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1))
    FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
    CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                        WHERE o.index_no = of_index_no AND o.term_id = w.term_id AND o.chunk_no = ANY (chunks)
                        OFFSET 0) p
    GROUP BY p.chunk_no;
END $$;

-- The best chunks by all postings of the rarest terms and, for chunks that these bring to lowest_part, by the postings
-- of the other terms.
CREATE OR REPLACE FUNCTION bm25_pruned(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], num_rare int, lowest_part float8,
    top_k int)
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    chunks bigint[];
    parts  float8[];
BEGIN
    SELECT array_agg(c.chunk_no), array_agg(c.part) INTO chunks, parts
    FROM (
        SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1)) AS part
        FROM unnest(term_ids[:num_rare], weights[:num_rare], c1s[:num_rare]) AS w(term_id, weight, c1)
        CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                            WHERE o.index_no = of_index_no AND o.term_id = w.term_id OFFSET 0) p
        GROUP BY p.chunk_no HAVING sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1)) >= lowest_part
    ) c;
    RETURN QUERY
    SELECT c.chunk_no, sum(c.units) AS total
    FROM (
        SELECT * FROM unnest(chunks, parts) AS r(chunk_no, units)
        UNION ALL
        SELECT * FROM bm25_of_chunks(of_index_no, term_ids[num_rare + 1:], weights[num_rare + 1:], c0,
                                     c1s[num_rare + 1:], chunks)
    ) c
    GROUP BY c.chunk_no ORDER BY total DESC, c.chunk_no LIMIT top_k;
END $$;

-- The best chunks of an index without a filter. Where the terms have many postings, MaxScore (Turtle and Flood 1995)
-- leaves out chunks that cannot be among the best. The best chunks by the rarest terms, scored whole, give a floor. A
-- term adds less than its weight, because tf / (tf + ...) < 1 (not more, where k1 is 0): a chunk that the frequent terms
-- together cannot bring to the floor must hold a rarer one. Six terms, mean processor time against all postings: 0.74 for
-- the top 10 and 0.94 for the top 100 of 200,000 chunks, 0.63 and 0.74 of 500,000 (synthetic text).
CREATE OR REPLACE FUNCTION bm25_best(
    of_index_no int, term_ids bigint[], dfs int[], weights float8[], c0 float8, c1s float8[], top_k int,
    -- with fewer postings the floor takes longer than it saves
    min_postings int DEFAULT 20000)
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100 AS $$
DECLARE
    num_postings bigint;
    num_rare     int;
    chunks       bigint[];
    least        float8;
    lowest_part  float8;
    work         float8;
BEGIN
    SELECT sum(df), min(n) FILTER (WHERE seen >= 5 * CAST(top_k AS bigint)) INTO num_postings, num_rare
    FROM (SELECT df, n, sum(df) OVER (ORDER BY n) AS seen FROM unnest(dfs) WITH ORDINALITY AS d(df, n)) d;
    IF num_postings >= min_postings AND num_rare < cardinality(dfs) AND 5 * dfs[cardinality(dfs)] >= num_postings THEN
        SELECT array_agg(s.chunk_no) INTO chunks
        FROM bm25_plain(of_index_no, term_ids[:num_rare], weights, c0, c1s, top_k) s;
        SELECT min(s.units) INTO least FROM bm25_of_chunks(of_index_no, term_ids, weights, c0, c1s, chunks) s
        HAVING count(*) = top_k;
        -- Chunks are of one text-search configuration, which c1 tells: the bound is the largest of any.
        SELECT coalesce(max(n) FILTER (WHERE rest >= least), 0), least - max(rest) FILTER (WHERE rest < least)
        INTO num_rare, lowest_part
        FROM (SELECT n, sum(ceil(weight)) OVER (PARTITION BY c1 ORDER BY n DESC) AS rest
              FROM unnest(weights, c1s) WITH ORDINALITY AS w(weight, c1, n)) w;
        -- Postings to read: those of the rare terms, and about two for each chunk that reaches the lowest part; a term
        -- brings most of its chunks half of its weight.
        SELECT sum(df * CASE WHEN 0.55 * weight < lowest_part THEN 1 ELSE 3 END) INTO work
        FROM unnest(dfs[:num_rare], weights[:num_rare]) AS w(df, weight);
    END IF;
    IF work < 0.8 * num_postings THEN
        RETURN QUERY SELECT * FROM bm25_pruned(of_index_no, term_ids, weights, c0, c1s, num_rare, lowest_part, top_k);
    ELSE
        RETURN QUERY SELECT * FROM bm25_plain(of_index_no, term_ids, weights, c0, c1s, top_k);
    END IF;
END $$;

-- The chunks that a filter allows, when there are fewer of them than postings to score; NULL otherwise.
CREATE OR REPLACE FUNCTION bm25_allowed(
    of_index_no int, documents bigint[], kinds text[], page_from int, page_to int, num_postings bigint)
RETURNS bigint[]
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan AS $$
BEGIN
    IF documents IS NULL OR num_postings < (
        SELECT coalesce(sum(i.num_chunks), 0) FROM index_document i
        WHERE i.index_no = of_index_no AND i.document_no = ANY (documents)) THEN
        RETURN NULL;
    END IF;
    RETURN ARRAY(
        SELECT c.chunk_no FROM index_document i JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
        WHERE i.index_no = of_index_no AND i.document_no = ANY (documents) AND (kinds IS NULL OR c.kind = ANY (kinds))
          AND bizrag_on_pages(c.page_nos, page_from, page_to));
END $$;

-- The best chunks that a filter allows. All postings of the documents are scored, and kinds and pages are asked of the
-- best first, until enough fit. OFFSET 0 keeps that order.
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
-- their scores. Exact whatever the way.
CREATE OR REPLACE FUNCTION bm25_scores(
    of_index_no int, question text, top_k int, documents bigint[] DEFAULT NULL, kinds text[] DEFAULT NULL,
    page_from int DEFAULT NULL, page_to int DEFAULT NULL)
RETURNS TABLE (chunk_no bigint, score float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100 AS $$
DECLARE
    term_ids bigint[]; dfs int[]; weights float8[]; c0 float8; c1s float8[];
    chunks bigint[];
    -- units of a score
    one constant float8 := 68719476736;
BEGIN
    SELECT array_agg(t.term_id), array_agg(t.df), array_agg(t.weight), array_agg(t.c1), min(t.c0)
    INTO term_ids, dfs, weights, c1s, c0
    FROM bm25_terms(of_index_no, question) t WHERE top_k > 0;
    IF term_ids IS NULL THEN
        RETURN;
    ELSIF documents IS NULL AND kinds IS NULL AND page_from IS NULL AND page_to IS NULL THEN
        RETURN QUERY SELECT s.chunk_no, s.units / one
        FROM bm25_best(of_index_no, term_ids, dfs, weights, c0, c1s, top_k) s;
        RETURN;
    END IF;
    chunks := bm25_allowed(of_index_no, documents, kinds, page_from, page_to, (SELECT sum(df) FROM unnest(dfs) AS df));
    IF chunks IS NOT NULL THEN
        RETURN QUERY SELECT s.chunk_no, s.units / one
        FROM bm25_of_chunks(of_index_no, term_ids, weights, c0, c1s, chunks) s
        ORDER BY s.units DESC, s.chunk_no LIMIT top_k;
    ELSE
        RETURN QUERY SELECT s.chunk_no, s.units / one
        FROM bm25_filtered(of_index_no, term_ids, weights, c0, c1s, top_k, documents, kinds, page_from, page_to) s;
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
