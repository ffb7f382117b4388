-- What a search asks before it ranks. In PL/pgSQL, because plans are then made once a session: planning them each time took
-- as long as running them.

-- Settings for this transaction only, so that no pooler loses them; and how large an index is, and which vector index it
-- has. No row where there is no such index.
CREATE OR REPLACE FUNCTION bizrag_prepare_search(of_index_no int, ef_search int, max_scan_tuples int, may_walk boolean)
RETURNS TABLE (num_documents bigint, num_vectors bigint, num_further_parts bigint, vector_index text)
LANGUAGE plpgsql ROWS 1 AS $$
BEGIN
    PERFORM set_config('jit', 'off', true),
            set_config('hnsw.ef_search', CAST(ef_search AS text), true),
            -- go on until the limit is met; rows are sorted again afterwards
            set_config('hnsw.iterative_scan', 'relaxed_order', true),
            set_config('hnsw.max_scan_tuples', CAST(max_scan_tuples AS text), true),
            -- a walk may keep this many times work_mem
            set_config('hnsw.scan_mem_multiplier', '4', true);
    FOR num_documents, num_vectors, num_further_parts, vector_index IN
        SELECT s.num_documents, s.num_vectors,
               -- vectors of second and further parts of a chunk
               s.num_vectors - s.num_chunks,
               built.sort
        FROM index_stat s
        CROSS JOIN LATERAL (
            -- one of a half of the vectors alone finds nothing of the other half
            SELECT CASE WHEN count(*) FILTER (WHERE x.indpred IS NOT NULL) <> 1 THEN min(substring(i.relname FROM '_(hnsw|bits)')) END AS sort
            FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am a ON a.oid = i.relam
            WHERE x.indrelid = to_regclass('vector_row_' || CAST(of_index_no AS text)) AND a.amname = 'hnsw' AND x.indisvalid
        ) built
        WHERE s.index_no = of_index_no
    LOOP
        IF may_walk AND vector_index IS NOT NULL THEN
            -- The planner does not know what reading and comparing long vectors costs, and takes a scan of all for cheap.
            PERFORM set_config('enable_seqscan', 'off', true);
        END IF;
        RETURN NEXT;
    END LOOP;
END $$;

-- The documents that a question names, of these documents (null: of all): those whose keywords match it best. A keyword
-- counts by how few documents of the index have it (1 where only one has, 0 where all have), and by how far the chunks that
-- say it are theirs: a word that others say as well is no name. num_keywords is the effective number of matches. One plan
-- whatever the index: its settings and lateral joins are those of search_bm25.sql, for the reason given there.
CREATE OR REPLACE FUNCTION bizrag_named_documents(
    of_index_no int, question text, documents bigint[], least_share float8, least_keywords float8)
RETURNS TABLE (document_no bigint, num_keywords float8, num_vectors int)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 5
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    -- the third quarter is Q3
    quarters  text := (SELECT string_agg(' Q' || q.quarter, '') FROM bizrag_quarters(question) q);
    num_in_index float8 := (SELECT s.num_documents FROM index_stat s WHERE s.index_no = of_index_no);
BEGIN
    IF num_in_index <= 2 THEN
        RETURN;
    END IF;
    RETURN QUERY
    WITH asked AS MATERIALIZED (
        SELECT DISTINCT l.term
        FROM lexical_stat s CROSS JOIN LATERAL bizrag_lexemes(s.text_config, question || coalesce(quarters, '')) l
        WHERE s.index_no = of_index_no
    ),
    shared AS MATERIALIZED (
        SELECT n.term, ln(num_in_index / n.num) / ln(num_in_index) * least(1, n.num_lexical / greatest(n.df, 1)) AS rarity
        FROM (
            SELECT a.term, found.num, found.num_lexical, said.df
            FROM asked a
            CROSS JOIN LATERAL (
                SELECT count(*) AS num, sum(i.num_lexical) AS num_lexical
                FROM keyword k
                CROSS JOIN LATERAL (SELECT o.num_lexical FROM index_document o
                                    WHERE o.index_no = of_index_no AND o.document_no = k.document_no OFFSET 0) i
                WHERE k.index_no = of_index_no AND k.term = a.term
                HAVING count(*) > 0
            ) found
            -- a name that no text says has no chunks of others
            CROSS JOIN LATERAL (SELECT CAST(coalesce(sum(o.df), 0) AS float8) AS df FROM term o
                                WHERE o.index_no = of_index_no AND o.term = a.term) said
            OFFSET 0
        ) n
        -- what one language of the index passes over as a stop word names nothing in a text of another or of none
        WHERE NOT EXISTS (SELECT FROM lexical_stat o WHERE o.index_no = of_index_no AND to_tsvector(o.text_config, n.term) = '')
    ),
    matched AS MATERIALIZED (
        SELECT k.document_no, sum(s.rarity * k.weight) AS num_keywords
        FROM shared s
        CROSS JOIN LATERAL (SELECT o.document_no, o.weight FROM keyword o
                            WHERE o.index_no = of_index_no AND o.term = s.term OFFSET 0) k
        GROUP BY k.document_no
    )
    SELECT m.document_no, m.num_keywords, i.num_vectors
    FROM matched m
    CROSS JOIN LATERAL (SELECT o.num_vectors FROM index_document o
                        WHERE o.index_no = of_index_no AND o.document_no = m.document_no OFFSET 0) i
    WHERE m.num_keywords >= least_share * (SELECT max(b.num_keywords) FROM matched b)
      AND m.num_keywords >= least_keywords
      AND (documents IS NULL OR m.document_no = ANY (documents))
    ORDER BY m.num_keywords DESC, m.document_no;
END $$;

-- A question without the words by which it names all of these documents: within them such words tell no chunk from another,
-- and the first page holds most of them. Whole where nothing else is asked.
CREATE OR REPLACE FUNCTION bizrag_without_keywords(of_index_no int, question text, of_documents bigint[]) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    rest text;
BEGIN
    SELECT string_agg(w.word, ' ' ORDER BY w.place) INTO rest
    FROM regexp_split_to_table(question, '\s+') WITH ORDINALITY w(word, place)
    WHERE NOT EXISTS (
        SELECT FROM lexical_stat s
        CROSS JOIN LATERAL bizrag_lexemes(s.text_config, w.word) l
        CROSS JOIN LATERAL (SELECT count(*) AS num FROM keyword o
                            WHERE o.index_no = of_index_no AND o.term = l.term AND o.document_no = ANY (of_documents)) k
        WHERE s.index_no = of_index_no AND k.num = cardinality(of_documents)
    );
    RETURN coalesce(nullif(rest, ''), question);
END $$;
