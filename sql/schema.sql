-- The schema that migrations/, functions/, views/ and comments/ make, to read. Generated: change those files, run
-- 'make golden' and review the difference. It is never run: 'bizrag up' applies the files themselves.

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';

CREATE FUNCTION public.bizrag_calendar_quarters(input text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT string_agg(format('Q%s %s', floor((middle.month + 12) % 12 / 3) + 1,
                             CASE WHEN middle.month < 0 THEN middle.year - 1 ELSE middle.year END), ' ')
    FROM (
        SELECT array_position(ARRAY['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
                              left(lower(coalesce(m[1], m[4])), 3)) - 2.5 + CAST(coalesce(m[2], m[3]) AS numeric) / 31 AS month,
               CAST(m[5] AS int) AS year
        FROM regexp_matches(input, '\m(?:quarter|quarterly period|three months) ended:?\s+(?:([a-z]{3,9})\.? (\d\d?)|(\d\d?)\.? '
                                   '([a-z]{3,9})),?\s+((?:19|20)\d\d)', 'gi') m
    ) middle
    WHERE middle.month IS NOT NULL
$$;

COMMENT ON FUNCTION public.bizrag_calendar_quarters(input text) IS 'the quarters of the calendar of periods that a text says have ended';

CREATE FUNCTION public.bizrag_is_service() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN COALESCE(pg_has_role(CURRENT_USER, (to_regrole('bizrag_service'::text))::oid, 'USAGE'::text), false);

COMMENT ON FUNCTION public.bizrag_is_service() IS 'whether the current role asks for others, and the setting bizrag.collections counts';

CREATE TABLE public.reader_collection (
    role_name text NOT NULL,
    collection text,
    CONSTRAINT reader_collection_role_name_check CHECK ((role_name <> ''::text))
);

ALTER TABLE ONLY public.reader_collection FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.reader_collection IS 'one row per SQL role and collection that it, and the members of it, may read';

COMMENT ON COLUMN public.reader_collection.role_name IS 'role of the database server';

COMMENT ON COLUMN public.reader_collection.collection IS 'collection that it may read; null: all, also those to come';

CREATE FUNCTION public.bizrag_collections() RETURNS text[]
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN ARRAY(SELECT r.collection FROM public.reader_collection r WHERE ((r.collection IS NOT NULL) AND pg_has_role(CURRENT_USER, (to_regrole(quote_ident(r.role_name)))::oid, 'USAGE'::text)) UNION SELECT given.collection FROM json_array_elements_text(CASE WHEN public.bizrag_is_service() THEN (NULLIF(NULLIF(current_setting('bizrag.collections'::text, true), ''::text), '*'::text))::json ELSE NULL::json END) given(collection));

COMMENT ON FUNCTION public.bizrag_collections() IS 'the collections that the current role may read by name; bizrag_sees_all() comes before';

CREATE FUNCTION public.bizrag_document_keywords(config regconfig, file_name text, title text, beginning text, entities text DEFAULT ''::text, own_quarter text DEFAULT ''::text) RETURNS TABLE(term text, weight real)
    LANGUAGE sql IMMUTABLE ROWS 50 PARALLEL SAFE
    AS $_$
    SELECT l.term, CAST(max(said.weight) AS real)
    FROM (
        VALUES
            -- the ending is no name; underscores and capitals inside part words
            (regexp_replace(regexp_replace(file_name, '\.[A-Za-z0-9]{1,5}$', ''), '[_+]+|(?<=[a-z])(?=[A-Z][a-z])', ' ', 'g'), 1.0),
            (regexp_replace(title, '\.[A-Za-z0-9]{1,5}$', ''), 1.0),
            -- a name that says a quarter is what people call it, whatever the text says
            (CASE WHEN concat_ws(' ', file_name, title) !~* '\mq[1-4]\M' THEN own_quarter END, 1.0),
            ((SELECT string_agg(m[1], ' ')
              FROM regexp_matches(left(beginning, 2000), '([[:upper:]][[:alnum:]&.''’-]+|[[:alnum:]-]*[0-9][[:alnum:]./-]*)', 'g') m), 0.5),
            (CASE WHEN concat_ws(' ', file_name, title) !~* '\mq[1-4]\M' THEN bizrag_calendar_quarters(left(beginning, 2000)) END, 0.5),
            (entities, 0.5)
    ) AS said(text, weight)
    CROSS JOIN LATERAL bizrag_lexemes(config, coalesce(said.text, '')) l
    -- terms are parts of long words at most as long as a btree takes
    WHERE length(l.term) BETWEEN 2 AND 200
    GROUP BY l.term
$_$;

COMMENT ON FUNCTION public.bizrag_document_keywords(config regconfig, file_name text, title text, beginning text, entities text, own_quarter text) IS 'the words that tell a document apart: of its name, its title, the beginning of its text, entities found there, and quarters';

CREATE FUNCTION public.bizrag_fold(input text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    SELECT normalize(regexp_replace(normalize(
        replace(replace(replace(translate(input, 'øłđıё', 'oldiе'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        NFD), U&'([a-z\0370-\03ff])[\0300-\036f]+', '\1', 'g'), NFC)
$$;

COMMENT ON FUNCTION public.bizrag_fold(input text) IS 'Latin and Greek letters without accents, umlauts and ligatures';

CREATE FUNCTION public.bizrag_folds_first(config regconfig) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT config IN (CAST('pg_catalog.simple' AS regconfig), CAST('pg_catalog.english' AS regconfig))
$$;

COMMENT ON FUNCTION public.bizrag_folds_first(config regconfig) IS 'whether a configuration''s accents go before its words are stemmed';

CREATE FUNCTION public.bizrag_lexemes(config regconfig, input text) RETURNS TABLE(term text, tf integer)
    LANGUAGE sql IMMUTABLE ROWS 100 PARALLEL SAFE
    AS $$
    SELECT f.term, CAST(least(sum(f.tf), 32767) AS int)
    -- OFFSET 0 keeps the planner from normalising once per mention
    FROM (SELECT bizrag_normalise(input, config) AS normalised OFFSET 0) n
    CROSS JOIN LATERAL bizrag_pieces(n.normalised) AS p(piece)
    CROSS JOIN LATERAL unnest(to_tsvector(config, p.piece)) AS x
    CROSS JOIN LATERAL (
        SELECT CASE WHEN octet_length(x.lexeme) = length(x.lexeme) THEN x.lexeme ELSE bizrag_fold(x.lexeme) END AS term,
               cardinality(x.positions) AS tf
        OFFSET 0
    ) f
    GROUP BY f.term
$$;

COMMENT ON FUNCTION public.bizrag_lexemes(config regconfig, input text) IS 'the terms of a text under a text-search configuration, and how often each stands in it';

CREATE FUNCTION public.bizrag_named_documents(of_index_no integer, question text, documents bigint[], least_share double precision, least_keywords double precision) RETURNS TABLE(document_no bigint, num_keywords double precision, num_vectors integer)
    LANGUAGE plpgsql STABLE ROWS 5 PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

COMMENT ON FUNCTION public.bizrag_named_documents(of_index_no integer, question text, documents bigint[], least_share double precision, least_keywords double precision) IS 'the documents that a question names by their keywords, the best first';

CREATE FUNCTION public.bizrag_named_index(index_or_alias text) RETURNS integer
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
DECLARE
    found int;
    names text;
BEGIN
    SELECT i.index_no INTO found FROM search_index i LEFT JOIN index_alias a ON a.index_no = i.index_no AND a.alias = index_or_alias
    WHERE i.index_name = index_or_alias OR a.alias IS NOT NULL
    ORDER BY i.index_name <> index_or_alias LIMIT 1;
    IF found IS NULL THEN
        SELECT string_agg(n.name, ', ' ORDER BY n.name) INTO names
        FROM (SELECT index_name FROM search_index
              UNION SELECT a.alias FROM index_alias a JOIN search_index USING (index_no)) n (name);
        RAISE undefined_object USING MESSAGE = format('there is no index %L; there is: %s', index_or_alias, coalesce(names, 'none yet'));
    END IF;
    RETURN found;
END $$;

COMMENT ON FUNCTION public.bizrag_named_index(index_or_alias text) IS 'the number of the index that a name or an alias means; an unknown name is an error that lists those there are';

CREATE FUNCTION public.bizrag_normalise(input text, config regconfig DEFAULT 'english'::regconfig) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
    t text := bizrag_normalise_signs(input);
BEGIN
    IF octet_length(t) > length(t) THEN
        IF t ~ '[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]' THEN
            t := bizrag_pair_letters(t);
        END IF;
        IF bizrag_folds_first(config) THEN
            t := bizrag_fold(t);
        END IF;
    END IF;
    RETURN bizrag_normalise_codes(t, NOT bizrag_folds_first(config));
END $$;

COMMENT ON FUNCTION public.bizrag_normalise(input text, config regconfig) IS 'a text as full-text search parses it under a configuration';

CREATE FUNCTION public.bizrag_normalise_codes(input text, has_decimal_comma boolean) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
DECLARE
    t text := input;
BEGIN
    -- 12/31/2022, 01.05.2022, 2022-12-31: three numbers without leading zeros
    t := regexp_replace(t, '\m0?(\d{1,2})[./-]0?(\d{1,2})[./-](\d{4})\M|\m(\d{4})[./-]0?(\d{1,2})[./-]0?(\d{1,2})\M',
                        '\1\4 \2\5 \3\6', 'g');
    t := translate(t, '/', ' ');
    -- U.S., e.g.
    t := regexp_replace(t, '(?<=\m[a-z])\.(?=[a-z]\M)', '', 'g');
    IF t ~ '[[:alpha:]]\.[[:alpha:]]{2}' THEN
        -- Amazon.com is called Amazon, and a blank is missing between sentences: what the parser takes for a host. Addresses
        -- of mail stay whole.
        t := regexp_replace(t, '(?<=[[:alpha:]])(?<!@[[:alnum:].-]*)\.(?=[[:alpha:]]{2})(?![[:alnum:].-]*@)', ' ', 'g');
    END IF;
    IF length(t) = length(translate(t, '0123456789', '')) THEN
        RETURN t;
    END IF;
    t := bizrag_normalise_numbers(t, has_decimal_comma);
    -- Forms and models: 10-K, 3-D; 401(k); S-1, F-35
    t := regexp_replace(t, '\m(?:(\d{1,3})(?:-([a-z])\M|\(([a-z])\))|([a-z])-(?=\d))', '\1\2\3\4', 'g');
    -- Fiscal periods: FY2021, FY21, Q3FY22; 3Q22, 1H 2023, Q3'22
    IF position('fy' IN t) > 0 THEN
        t := regexp_replace(t, '\m([qh][1-4])fy', '\1 fy', 'g');
        t := regexp_replace(t, '\mfy ?[-'']? ?(?:20)?(\d\d)\M', 'fy 20\1', 'g');
    END IF;
    t := regexp_replace(t, '\m(?:([1-4])([qh]) ?[-'']? ?(?:20)?|([qh][1-4]) ?[-''])(\d\d)\M', '\2\1\3 20\4', 'g');
    -- Signs and hyphens before digits: -5, +5, Q3-2022, COVID-19
    RETURN regexp_replace(t, '[-+](?=[$€£¥]?\d)', ' ', 'g');
END $_$;

COMMENT ON FUNCTION public.bizrag_normalise_codes(input text, has_decimal_comma boolean) IS 'dates, abbreviations, numbers, forms and periods in one spelling';

CREATE FUNCTION public.bizrag_normalise_numbers(input text, has_decimal_comma boolean) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
    t text := input;
BEGIN
    IF has_decimal_comma THEN
        -- 1 577,30
        t := regexp_replace(t, '(?<=(?<![\d.,])[1-9]\d{0,2}(?: \d{3})*) (?=\d{3}(?!\d))', '', 'g');
    END IF;
    IF position(',' IN t) > 0 AND position('.' IN t) > 0 THEN
        t := regexp_replace(t, '(\d\.\d{3}),(?=\d+(?!\d|\.\d))', '\1~', 'g');
        IF position('~' IN t) > 0 THEN
            t := regexp_replace(t, '(\d)\.(?=\d{3}(?:\.\d{3})*~)', '\1', 'g');
        END IF;
    END IF;
    IF has_decimal_comma THEN
        -- 0,577; 3,88 but not the list 1,2,3; 1.234.567 but not 192.168.1.100
        t := regexp_replace(t, '\m0[.,](?=\d)', '0~', 'g');
        t := regexp_replace(t, '(?<![\d,.])(\d+),(?=\d{1,2}(?!\d|,\d))', '\1~', 'g');
        t := regexp_replace(t, '(?<=(?<![\d.])[1-9]\d{0,2}(?:\.\d{3})*)\.(?=\d{3}(?:\.\d{3})*(?!\d|\.\d))', '', 'g');
    END IF;
    -- 1,577 and 1'577 and the broken 1 ,577 and 3 .88; .88
    t := regexp_replace(t, '(\d) ?[,''](?=\d{3}(?!\d))', '\1', 'g');
    t := translate(t, '~', '.');
    IF position(' .' IN t) > 0 THEN
        t := regexp_replace(t, '(\d) +\.(?=\d)', '\1.', 'g');
    END IF;
    RETURN regexp_replace(t, '(^|[^\w.])\.(?=\d)', '\10.', 'g');
END $$;

COMMENT ON FUNCTION public.bizrag_normalise_numbers(input text, has_decimal_comma boolean) IS 'numbers without thousands separators and with a decimal point';

CREATE FUNCTION public.bizrag_normalise_rare_signs(input text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
    -- soft hyphens and other marks without width
    t text := translate(input, U&'\00AD\200B\200C\200D\2060\FEFF', '');
BEGIN
    -- 1 577 with a blank that does not break
    t := regexp_replace(t, '(\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))', '\1', 'g');
    -- blanks, the other long dash, marks of trade and copyright
    t := translate(t, U&'\00A0\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\202F\2015\00AE\2122\00A9',
                   '                 ');
    -- hyphens and minus; apostrophes
    t := translate(t, U&'\2010\2011\2012\2212\2018\02BC\2032', '----''''''');
    -- subscripts belong to their word (CO2), superscripts are footnote marks
    t := translate(t, U&'\2080\2081\2082\2083\2084\2085\2086\2087\2088\2089', '0123456789');
    t := translate(t, U&'\2070\00B9\00B2\00B3\2074\2075\2076\2077\2078\2079', '          ');
    t := replace(replace(replace(replace(replace(t, 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl');
    RETURN normalize(t, NFC);
END $$;

COMMENT ON FUNCTION public.bizrag_normalise_rare_signs(input text) IS 'signs that few texts hold, in one spelling';

CREATE FUNCTION public.bizrag_normalise_signs(input text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
DECLARE
    t text := lower(input);
BEGIN
    IF octet_length(t) > length(t) THEN
        -- the frequent ones; one look says whether there are others: a translation costs more than all of these
        t := replace(replace(replace(t, U&'\2019', ''''), U&'\2013', '-'), U&'\2014', ' ');
        IF t ~ ('[\u00a0\u00a9\u00ad\u00ae\u00b2\u00b3\u00b9\u02bc\u0300-\u036f\u1100-\u11ff\u2000-\u209c\u2122\u2212'
                '\ufb00-\ufb04\ufeff]') THEN
            t := bizrag_normalise_rare_signs(t);
        END IF;
    END IF;
    IF position('<<' IN t) > 0 THEN
        t := regexp_replace(t, '<<(?:table|picture)_\d+>>', ' ', 'g');
    END IF;
    IF position('&' IN t) > 0 THEN
        t := replace(t, '&amp;', '&');
        -- R&D, S&P, SG&A, M & A
        t := regexp_replace(t, '\m([a-z]{1,3})&([a-z]{1,3})\M', '\1\2', 'g');
        t := regexp_replace(t, '\m([a-z]) & ([a-z])\M', '\1\2', 'g');
    END IF;
    -- what the parser takes for tags, entities and paths; slashes wait, as dates have them
    RETURN translate(t, '<>&\|_~*#`', '          ');
END $$;

COMMENT ON FUNCTION public.bizrag_normalise_signs(input text) IS 'a text in lower case with blanks, dashes and apostrophes of one kind';

CREATE FUNCTION public.bizrag_on_pages(page_nos integer[], page_from integer, page_to integer) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT (page_from IS NULL AND page_to IS NULL)
        OR width_bucket(coalesce(page_to, 2147483647), page_nos)
         > width_bucket(greatest(coalesce(page_from, 1), 1) - 1, page_nos)
$$;

COMMENT ON FUNCTION public.bizrag_on_pages(page_nos integer[], page_from integer, page_to integer) IS 'whether a chunk stands on a page of a range';

CREATE FUNCTION public.bizrag_own_quarter(index_no integer, document_no bigint) RETURNS text
    LANGUAGE sql STABLE
    AS $_$
    SELECT format('Q%s %s', said.quarter, said.year)
    FROM (
        SELECT q.quarter, q.year, count(*) AS num, sum(count(*)) OVER same AS num_of_quarter, max(count(*)) OVER same AS most
        FROM index_document i
        JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
        CROSS JOIN LATERAL bizrag_quarters(c.text) q
        WHERE i.index_no = $1 AND i.document_no = $2 AND q.year IS NOT NULL
        GROUP BY q.quarter, q.year
        WINDOW same AS (PARTITION BY q.quarter)
    ) said
    WHERE said.num_of_quarter >= 5 AND 2 * said.num >= said.most
    ORDER BY said.num_of_quarter DESC, said.year DESC, said.quarter
    LIMIT 1
$_$;

COMMENT ON FUNCTION public.bizrag_own_quarter(index_no integer, document_no bigint) IS 'the quarter that a document of an index speaks of most; null where it speaks of none';

CREATE FUNCTION public.bizrag_pair_letters(input text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
    SELECT string_agg(CASE WHEN NOT is_here THEN letter
                           WHEN is_next THEN ' ' || letter || following
                           WHEN is_before THEN ' '
                           ELSE ' ' || letter || ' ' END, '' ORDER BY place)
    FROM (
        SELECT place, letter, is_here, lead(letter) OVER line AS following,
               coalesce(lead(is_here) OVER line, false) AS is_next, coalesce(lag(is_here) OVER line, false) AS is_before
        FROM (
            SELECT place, CASE WHEN code BETWEEN 12288 AND 12351 AND NOT is_letter OR code = 12539 THEN ' ' ELSE letter END AS letter,
                   is_letter AS is_here
            FROM string_to_table(lower(normalize(input, NFKC)), NULL) WITH ORDINALITY AS l(letter, place)
            CROSS JOIN LATERAL (SELECT ascii(letter) AS code) c
            CROSS JOIN LATERAL (
                SELECT code IN (12293, 12295) OR code BETWEEN 12353 AND 12438 OR code BETWEEN 12449 AND 12538
                    OR code BETWEEN 12540 AND 12543 OR code BETWEEN 13312 AND 40959 OR code BETWEEN 44032 AND 55203
                    OR code BETWEEN 63744 AND 64255 OR code BETWEEN 131072 AND 262143 AS is_letter
            ) k
        ) known
        WINDOW line AS (ORDER BY place)
    ) seen
$$;

COMMENT ON FUNCTION public.bizrag_pair_letters(input text) IS 'a text with every two letters of Chinese, Japanese and Korean that follow each other as a word';

CREATE FUNCTION public.bizrag_pieces(input text) RETURNS SETOF text
    LANGUAGE sql IMMUTABLE ROWS 1 PARALLEL SAFE
    AS $$
    SELECT input WHERE length(input) <= 30000
    UNION ALL
    SELECT substr(line, piece * 30000 + 1, 30000)
    FROM regexp_split_to_table(input, '\n') AS line
    CROSS JOIN LATERAL generate_series(0, length(line) / 30000) AS piece
    WHERE length(input) > 30000
$$;

COMMENT ON FUNCTION public.bizrag_pieces(input text) IS 'a text in pieces that a tsvector can hold';

CREATE FUNCTION public.bizrag_prepare_search(of_index_no integer, ef_search integer, max_scan_tuples integer, may_walk boolean) RETURNS TABLE(num_documents bigint, num_vectors bigint, num_further_parts bigint, vector_index text)
    LANGUAGE plpgsql ROWS 1
    AS $$
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

COMMENT ON FUNCTION public.bizrag_prepare_search(of_index_no integer, ef_search integer, max_scan_tuples integer, may_walk boolean) IS 'settings of a search for this transaction, and the size of an index';

CREATE FUNCTION public.bizrag_quarters(input text) RETURNS TABLE(quarter integer, year integer)
    LANGUAGE sql IMMUTABLE ROWS 10 PARALLEL SAFE
    AS $$
    SELECT coalesce(CAST(m[1] AS int), array_position(ARRAY['first', 'second', 'third', 'fourth'], lower(m[2]))), CAST(m[3] AS int)
    FROM regexp_matches(input, '\m(?:q([1-4])|(first|second|third|fourth) quarter)'
                               '(?:,? (?:of |in )?(?:the )?(?:fiscal )?(?:year )?((?:19|20)\d\d))?\M', 'gi') m
$$;

COMMENT ON FUNCTION public.bizrag_quarters(input text) IS 'the quarters that a text speaks of, one row a mention';

CREATE FUNCTION public.bizrag_sees_all() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (COALESCE((public.bizrag_is_service() AND (current_setting('bizrag.collections'::text, true) = '*'::text)), false) OR (EXISTS (SELECT FROM public.reader_collection r WHERE ((r.collection IS NULL) AND pg_has_role(CURRENT_USER, (to_regrole(quote_ident(r.role_name)))::oid, 'USAGE'::text)))));

COMMENT ON FUNCTION public.bizrag_sees_all() IS 'whether the current role may read all collections, also those to come';

CREATE FUNCTION public.bizrag_text_config(sample text) RETURNS regconfig
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    WITH word AS MATERIALIZED (
        SELECT w AS word, count(*) AS n, sum(count(*)) OVER () AS total
        FROM regexp_split_to_table(lower(normalize(left(sample, 6000), NFC)), '[^[:alpha:]]+') AS w
        WHERE length(w) > 1
        GROUP BY w ORDER BY n DESC, w LIMIT 100
    ),
    dictionary AS MATERIALIZED (
        -- token type 2: words with letters outside ASCII too; for Russian and others type 1 is English
        SELECT c.oid AS config, c.cfgname, m.mapdict
        FROM pg_catalog.pg_ts_config c
        JOIN pg_catalog.pg_ts_config_map m ON m.mapcfg = c.oid AND m.maptokentype = 2 AND m.mapseqno = 1
        JOIN pg_catalog.pg_ts_dict d ON d.oid = m.mapdict AND d.dictinitoption LIKE '%stopwords%'
        WHERE c.cfgnamespace = CAST('pg_catalog' AS regnamespace)
    ),
    fit AS (
        SELECT d.config, sum(w.n) AS n, count(*) AS kinds, sum(w.n) / min(w.total) AS share,
               row_number() OVER (ORDER BY sum(w.n) DESC, count(*) DESC, d.cfgname) AS place
        FROM dictionary d JOIN word w ON pg_catalog.ts_lexize(d.mapdict, w.word) = '{}'
        GROUP BY d.config, d.cfgname
    )
    SELECT coalesce(
        (SELECT CAST(f.config AS regconfig) FROM fit f LEFT JOIN fit second ON second.place = 2
         WHERE f.place = 1 AND f.kinds >= 3
           AND (f.share >= 0.2 OR f.share >= 0.08 AND f.n >= 2 * coalesce(second.n, 0))),
        CAST('simple' AS regconfig))
$$;

COMMENT ON FUNCTION public.bizrag_text_config(sample text) IS 'the text-search configuration of a text''s language, told by its stop words; simple when they do not tell';

CREATE FUNCTION public.bizrag_without_keywords(of_index_no integer, question text, of_documents bigint[]) RETURNS text
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

COMMENT ON FUNCTION public.bizrag_without_keywords(of_index_no integer, question text, of_documents bigint[]) IS 'a question without the words by which it names some documents; whole where nothing else is asked';

CREATE FUNCTION public.bm25_allowed(of_index_no integer, documents bigint[], kinds text[], page_from integer, page_to integer) RETURNS bigint[]
    LANGUAGE sql STABLE PARALLEL SAFE
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    AS $$
    SELECT ARRAY(
        SELECT c.chunk_no FROM index_document i JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
        WHERE i.index_no = of_index_no AND i.document_no = ANY (documents) AND (kinds IS NULL OR c.kind = ANY (kinds))
          AND bizrag_on_pages(c.page_nos, page_from, page_to)
        ORDER BY c.chunk_no)
$$;

COMMENT ON FUNCTION public.bm25_allowed(of_index_no integer, documents bigint[], kinds text[], page_from integer, page_to integer) IS 'the chunks that a filter with documents allows';

CREATE FUNCTION public.bm25_best(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer, chunks bigint[], INOUT best bigint[], INOUT best_units double precision[]) RETURNS record
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
BEGIN
    -- in order: each term's list is sorted anew otherwise
    chunks := ARRAY(SELECT c.chunk_no FROM unnest(chunks) AS c(chunk_no) ORDER BY c.chunk_no);
    SELECT array_agg(b.chunk_no), array_agg(b.units) INTO best, best_units
    FROM (SELECT s.chunk_no, s.units FROM bm25_of_chunks(of_index_no, term_ids, weights, c0, c1s, chunks) s
          UNION ALL
          SELECT k.chunk_no, k.units FROM unnest(best, best_units) AS k(chunk_no, units)
          ORDER BY units DESC, chunk_no LIMIT top_k) b;
END $$;

COMMENT ON FUNCTION public.bm25_best(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer, chunks bigint[], INOUT best bigint[], INOUT best_units double precision[]) IS 'the best of some chunks and of those that were the best so far';

CREATE FUNCTION public.bm25_constant(value double precision) RETURNS public.vector
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
DECLARE
    v vector := CAST(array_fill(CAST(value AS real), ARRAY[125]) AS vector);
BEGIN
    v := v || v;
    v := v || v;
    v := v || v;
    RETURN v || v;
END $$;

COMMENT ON FUNCTION public.bm25_constant(value double precision) IS 'a vector of a block''s size with the same number everywhere';

CREATE FUNCTION public.bm25_drop_blocks(of_index_no integer, max_chunks integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
DECLARE
    blocks int[];
BEGIN
    SELECT array_agg(b.block_no) INTO blocks
    FROM (
        SELECT h.block_no, sum(h.num_live) OVER (ORDER BY h.block_no) - h.num_live AS before
        FROM (
            SELECT b.block_no, sum(b.num_chunks) AS num_chunks, s.num_live,
                   sum(s.num_live) FILTER (WHERE s.num_live < 2000) OVER () AS num_in_small
            FROM impact_block b
            CROSS JOIN LATERAL (SELECT count(*) AS num_live FROM impact_slot o
                                WHERE o.index_no = of_index_no AND o.block_no = b.block_no) s
            WHERE b.index_no = of_index_no
            GROUP BY b.block_no, s.num_live
        ) h
        WHERE 2 * h.num_live < h.num_chunks OR (h.num_live < 2000 AND h.num_in_small >= 4000)
           OR EXISTS (SELECT FROM impact_block o
                      LEFT JOIN bm25_statistics(of_index_no) l ON l.text_config = o.text_config
                      WHERE o.index_no = of_index_no AND o.block_no = h.block_no
                        -- a configuration that is gone left empty slots only
                        AND (l.k1 <> o.k1 OR l.b <> o.b OR l.avgdl NOT BETWEEN o.avgdl / 1.1 AND o.avgdl * 1.1))
    ) b
    WHERE b.before < max_chunks;
    IF blocks IS NULL THEN
        RETURN 0;
    END IF;
    UPDATE index_document i SET is_blocked = false
    WHERE i.index_no = of_index_no AND i.document_no IN (
        SELECT s.document_no FROM impact_slot s WHERE s.index_no = of_index_no AND s.block_no = ANY (blocks));
    DELETE FROM impact_slot s WHERE s.index_no = of_index_no AND s.document_no IN (
        SELECT i.document_no FROM index_document i WHERE i.index_no = of_index_no AND NOT i.is_blocked);
    DELETE FROM impact i WHERE i.index_no = of_index_no AND i.block_no = ANY (blocks);
    DELETE FROM impact_block b WHERE b.index_no = of_index_no AND b.block_no = ANY (blocks);
    RETURN cardinality(blocks);
END $$;

COMMENT ON FUNCTION public.bm25_drop_blocks(of_index_no integer, max_chunks integer) IS 'take blocks of impacts apart that no longer pay; how many';

CREATE FUNCTION public.bm25_filter_marked(kinds text[], page_from integer, page_to integer, chunks bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
BEGIN
    RETURN ARRAY(
        SELECT m.chunk_no
        FROM unnest(chunks) AS m(chunk_no)
        CROSS JOIN LATERAL (SELECT o.kind, o.page_nos FROM chunk o WHERE o.chunk_no = m.chunk_no OFFSET 0) c
        WHERE (kinds IS NULL OR c.kind = ANY (kinds)) AND bizrag_on_pages(c.page_nos, page_from, page_to));
END $$;

COMMENT ON FUNCTION public.bm25_filter_marked(kinds text[], page_from integer, page_to integer, chunks bigint[]) IS 'of chunks, those of some kinds and pages';

CREATE FUNCTION public.bm25_filtered(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer, documents bigint[], kinds text[], page_from integer, page_to integer) RETURNS TABLE(chunk_no bigint, units double precision)
    LANGUAGE plpgsql STABLE ROWS 100 PARALLEL SAFE
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    AS $$
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

COMMENT ON FUNCTION public.bm25_filtered(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer, documents bigint[], kinds text[], page_from integer, page_to integer) IS 'the best chunks that a filter allows, by all postings of all terms';

CREATE FUNCTION public.bm25_has_blocks(of_index_no integer, max_waiting integer) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
    SELECT coalesce(bool_and(n.k1 = b.k1 AND n.b = b.b), false)
       AND coalesce((SELECT sum(i.num_chunks) FROM index_document i WHERE i.index_no = of_index_no AND NOT i.is_blocked), 0)
           <= max_waiting
    FROM search_index n JOIN impact_block b ON b.index_no = n.index_no
    WHERE n.index_no = of_index_no
$$;

COMMENT ON FUNCTION public.bm25_has_blocks(of_index_no integer, max_waiting integer) IS 'whether the blocks of an index may be asked, and few chunks are in none';

CREATE FUNCTION public.bm25_idf(n bigint, df integer) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT ln(1 + (CAST(n AS float8) - df + 0.5) / (df + 0.5))
$$;

COMMENT ON FUNCTION public.bm25_idf(n bigint, df integer) IS 'the inverse document frequency of a term, as Lucene has it';

CREATE FUNCTION public.bm25_make_blocks(of_index_no integer, min_chunks integer, max_chunks integer) RETURNS integer
    LANGUAGE plpgsql
    SET enable_nestloop TO 'off'
    AS $$
DECLARE
    documents  bigint[];
    num_chunks int;
    size       int;
    first_no   int;
BEGIN
    -- pages that are found as images only hold no words
    IF NOT EXISTS (SELECT FROM lexical_stat s WHERE s.index_no = of_index_no AND s.num_lexical > 0) THEN
        RETURN 0;
    END IF;
    SELECT array_agg(d.document_no) FILTER (WHERE d.before < max_chunks), sum(d.num_chunks)
    INTO documents, num_chunks
    FROM (SELECT i.document_no, i.num_chunks, sum(i.num_chunks) OVER (ORDER BY i.document_no) - i.num_chunks AS before
          FROM index_document i WHERE i.index_no = of_index_no AND NOT i.is_blocked) d;
    IF coalesce(num_chunks, 0) < greatest(min_chunks, 1) THEN
        RETURN 0;
    END IF;
    UPDATE index_document i SET is_blocked = true
    WHERE i.index_no = of_index_no AND i.document_no = ANY (documents);
    SELECT coalesce(max(b.block_no), 0) + 1 INTO first_no FROM impact_block b WHERE b.index_no = of_index_no;
    -- blocks of about the same size, none of them larger than a vector's 2000 slots of two chunks
    SELECT sum(i.num_chunks), ceil(sum(i.num_chunks) / ceil(sum(i.num_chunks) / 4000.0)) INTO num_chunks, size
    FROM index_document i WHERE i.index_no = of_index_no AND i.document_no = ANY (documents);
    INSERT INTO impact_slot (index_no, document_no, chunk_no, block_no, slot)
    SELECT of_index_no, c.document_no, c.chunk_no, first_no + c.place / size, c.place % size / 2 + 1
    FROM (SELECT i.document_no, c.chunk_no, CAST(row_number() OVER (ORDER BY c.chunk_no) - 1 AS int) AS place
          FROM index_document i
          CROSS JOIN LATERAL (SELECT o.chunk_no FROM chunk o WHERE o.chunk_set_id = i.chunk_set_id OFFSET 0) c
          WHERE i.index_no = of_index_no AND i.document_no = ANY (documents)) c;
    INSERT INTO impact_block (index_no, block_no, text_config, num_chunks, k1, b, avgdl)
    -- documents of a configuration may hold no words at all; blocks are made again when some come
    SELECT of_index_no, s.block_no, i.text_config, count(*), l.k1, l.b, coalesce(l.avgdl, 1)
    FROM impact_slot s
    JOIN index_document i ON i.index_no = s.index_no AND i.document_no = s.document_no
    JOIN bm25_statistics(of_index_no) l ON l.text_config = i.text_config
    WHERE s.index_no = of_index_no AND s.block_no >= first_no
    GROUP BY s.block_no, i.text_config, l.k1, l.b, l.avgdl;
    INSERT INTO impact (index_no, term_id, block_no, idf, c1, impacts)
    WITH found AS MATERIALIZED (
        SELECT p.term_id, s.block_no, s.slot, p.tf, p.dl
        FROM posting p JOIN impact_slot s ON s.chunk_no = p.chunk_no
        WHERE p.index_no = of_index_no AND p.document_no = ANY (documents)
          AND s.index_no = of_index_no AND s.block_no >= first_no
    ),
    weighed AS MATERIALIZED (
        SELECT t.term_id, bm25_idf(l.n, t.df) AS idf, l.k1 * (1 - l.b) AS c0, l.k1 * l.b / l.avgdl AS c1
        FROM (SELECT DISTINCT term_id FROM found) f
        CROSS JOIN LATERAL (SELECT o.term_id, o.df, o.text_config FROM term o
                            WHERE o.index_no = of_index_no AND o.term_id = f.term_id OFFSET 0) t
        JOIN bm25_statistics(of_index_no) l ON l.text_config = t.text_config
    )
    SELECT of_index_no, p.term_id, p.block_no, p.idf, p.c1,
           CAST('{' || string_agg(p.slot || ':' || CAST(p.impact AS real), ',') || '}/2000' AS sparsevec(2000))
    FROM (SELECT f.term_id, f.block_no, f.slot, w.idf, w.c1, max(w.idf * f.tf / (f.tf + w.c0 + w.c1 * f.dl)) AS impact
          FROM found f JOIN weighed w ON w.term_id = f.term_id
          GROUP BY f.term_id, f.block_no, f.slot, w.idf, w.c1
          ORDER BY f.term_id, f.block_no, f.slot) p
    GROUP BY p.term_id, p.block_no, p.idf, p.c1;
    RETURN num_chunks;
END $$;

COMMENT ON FUNCTION public.bm25_make_blocks(of_index_no integer, min_chunks integer, max_chunks integer) IS 'put documents that are in no block of impacts into new ones; how many chunks';

CREATE FUNCTION public.bm25_mark(sums public.vector[], threshold double precision, OUT marks bit varying[], OUT num_marks bigint) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
BEGIN
    SELECT array_agg(m.marks), sum(bit_count(m.marks)) INTO marks, num_marks
    -- not as functions of FROM: these write all they give to a store first
    FROM (SELECT binary_quantize(s.sum - s.threshold) AS marks
          FROM (SELECT unnest(sums) AS sum, c.threshold FROM (SELECT bm25_constant(threshold) AS threshold OFFSET 0) c) s
          OFFSET 0) m;
END $$;

COMMENT ON FUNCTION public.bm25_mark(sums public.vector[], threshold double precision, OUT marks bit varying[], OUT num_marks bigint) IS 'a bit for each slot of each block: whether its sum is above a threshold';

CREATE FUNCTION public.bm25_marked(of_index_no integer, blocks integer[], marks bit varying[], known bit varying[], documents bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
DECLARE
    -- places of blocks with a mark
    marked int[];
BEGIN
    IF known IS NOT NULL THEN
        marks := ARRAY(SELECT b.marks # b.known FROM unnest(marks, known) AS b(marks, known));
    END IF;
    marked := ARRAY(SELECT b.place FROM generate_subscripts(marks, 1) AS b(place) WHERE bit_count(marks[b.place]) > 0);
    RETURN ARRAY(
        SELECT s.chunk_no
        FROM (
            -- the zeros before each one tell its place; those after the last lead to one that is none
            SELECT m.place / 2000 + 1 AS place, array_agg(m.place % 2000 + 1) AS slots
            FROM (SELECT CAST(sum(octet_length(z.zeros) + 1) OVER (ROWS UNBOUNDED PRECEDING) AS int) - 1 AS place
                  FROM (SELECT string_to_table((SELECT string_agg(CAST(marks[b.place] AS text), '')
                                                FROM unnest(marked) AS b(place)), '1') AS zeros) z) m
            WHERE m.place < 2000 * cardinality(marked)
            GROUP BY m.place / 2000
        ) g
        CROSS JOIN LATERAL (
            SELECT o.chunk_no, o.document_no FROM impact_slot o
            WHERE o.index_no = of_index_no AND o.block_no = blocks[marked[g.place]] AND o.slot = ANY (g.slots) OFFSET 0
        ) s
        -- hashed, however many
        WHERE documents IS NULL OR s.document_no IN (SELECT unnest(documents)));
END $$;

COMMENT ON FUNCTION public.bm25_marked(of_index_no integer, blocks integer[], marks bit varying[], known bit varying[], documents bigint[]) IS 'the live chunks of slots that are marked and not known';

CREATE FUNCTION public.bm25_of_chunks(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], chunks bigint[]) RETURNS TABLE(chunk_no bigint, units double precision)
    LANGUAGE plpgsql STABLE ROWS 100 PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
BEGIN
    RETURN QUERY
    SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1))
    FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
    CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                        WHERE o.index_no = of_index_no AND o.term_id = w.term_id AND o.chunk_no = ANY (chunks)
                        OFFSET 0) p
    GROUP BY p.chunk_no;
END $$;

COMMENT ON FUNCTION public.bm25_of_chunks(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], chunks bigint[]) IS 'what terms add to the scores of given chunks';

CREATE FUNCTION public.bm25_plain(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer) RETURNS TABLE(chunk_no bigint, units double precision)
    LANGUAGE plpgsql STABLE ROWS 100 PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
BEGIN
    RETURN QUERY
    SELECT p.chunk_no, sum(bm25_units(w.weight, p.tf, p.dl, c0, w.c1)) AS total
    FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
    CROSS JOIN LATERAL (SELECT o.chunk_no, o.tf, o.dl FROM posting o
                        WHERE o.index_no = of_index_no AND o.term_id = w.term_id OFFSET 0) p
    GROUP BY p.chunk_no ORDER BY total DESC, p.chunk_no LIMIT top_k;
END $$;

COMMENT ON FUNCTION public.bm25_plain(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer) IS 'the best chunks by all postings of all terms';

CREATE FUNCTION public.bm25_scores(of_index_no integer, question text, top_k integer, documents bigint[] DEFAULT NULL::bigint[], kinds text[] DEFAULT NULL::text[], page_from integer DEFAULT NULL::integer, page_to integer DEFAULT NULL::integer) RETURNS TABLE(chunk_no bigint, score double precision)
    LANGUAGE plpgsql STABLE ROWS 100 PARALLEL SAFE
    AS $$
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

COMMENT ON FUNCTION public.bm25_scores(of_index_no integer, question text, top_k integer, documents bigint[], kinds text[], page_from integer, page_to integer) IS 'chunk numbers and BM25 scores of a question in an index, with filters; null means no filter';

CREATE FUNCTION public.bm25_search(index_or_alias text, question text, top_k integer DEFAULT 10) RETURNS TABLE(rank bigint, score double precision, doc text, page_nos integer[], chunk_id text, text text)
    LANGUAGE plpgsql STABLE ROWS 10 PARALLEL SAFE
    AS $$
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

COMMENT ON FUNCTION public.bm25_search(index_or_alias text, question text, top_k integer) IS 'hits of a question in an index (or alias), the best first, by exact BM25: for analysts';

CREATE FUNCTION public.bm25_statistics(of_index_no integer) RETURNS TABLE(text_config regconfig, n bigint, avgdl double precision, k1 double precision, b double precision)
    LANGUAGE sql STABLE ROWS 5 PARALLEL SAFE
    AS $$
    SELECT s.text_config, s.num_lexical, CAST(s.total_length AS float8) / nullif(s.num_lexical, 0), i.k1, i.b
    FROM search_index i JOIN lexical_stat s ON s.index_no = i.index_no
    WHERE i.index_no = of_index_no
$$;

COMMENT ON FUNCTION public.bm25_statistics(of_index_no integer) IS 'what BM25 knows of an index, one row per text-search configuration';

CREATE FUNCTION public.bm25_summed(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer, num_looked bigint, documents bigint[] DEFAULT NULL::bigint[], kinds text[] DEFAULT NULL::text[], page_from integer DEFAULT NULL::integer, page_to integer DEFAULT NULL::integer) RETURNS TABLE(chunk_no bigint, units double precision)
    LANGUAGE plpgsql STABLE ROWS 100 PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
DECLARE
    -- units of a score
    one        constant float8 := 68719476736;
    blocks     int[];
    sums       vector[];
    -- a score of today is at most so many times its slot's sum
    high       float8;
    -- chunks are of one text-search configuration, which c1 tells
    ceiling    float8 := (SELECT max(t.weight) / one FROM (SELECT sum(w.weight) AS weight
                                                           FROM unnest(weights, c1s) AS w(weight, c1) GROUP BY w.c1) t);
    -- where the hundredth of a hundred thousand chunks mostly is
    guess      float8 := 0.25 * ceiling;
    is_narrow   boolean := kinds IS NOT NULL OR page_from IS NOT NULL OR page_to IS NOT NULL;
    threshold  float8;
    needed     float8;
    marks      varbit[];
    -- slots whose chunks are scored
    known      varbit[];
    chunks     bigint[];
    best       bigint[];
    best_units float8[];
BEGIN
    -- Impacts whose idf is another by a hundredth are brought to today's.
    SELECT array_agg(t.block_no), array_agg(t.sum), greatest(1, max(t.most_ratio)) * greatest(1, max(t.most_change))
    INTO blocks, sums, high
    FROM generate_series(0, (SELECT max(b.block_no) FROM impact_block b WHERE b.index_no = of_index_no), 64) AS part(start)
    -- 64 blocks at a time: their sums stay in the processor's cache
    CROSS JOIN LATERAL (
        SELECT i.block_no, max(i.ratio) AS most_ratio, max(i.change) FILTER (WHERE i.is_near) AS most_change,
               sum(CASE WHEN i.is_near THEN CAST(i.impacts AS vector)
                        ELSE CAST(i.impacts AS vector) * bm25_constant(i.change) END) AS sum
        FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
        CROSS JOIN LATERAL (
            SELECT o.block_no, o.impacts, w.weight / (one * o.idf) AS change, coalesce(o.c1 / nullif(w.c1, 0), 1) AS ratio,
                   w.weight BETWEEN 0.99 * one * o.idf AND 1.01 * one * o.idf AS is_near
            FROM impact o
            WHERE o.index_no = of_index_no AND o.term_id = w.term_id
              AND o.block_no >= part.start AND o.block_no < part.start + 64
            OFFSET 0
        ) i
        GROUP BY i.block_no OFFSET 0
    ) t;
    -- those that wait
    chunks := ARRAY(SELECT c.chunk_no FROM index_document i JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
                    WHERE i.index_no = of_index_no AND NOT i.is_blocked
                      AND (documents IS NULL OR i.document_no IN (SELECT unnest(documents))));
    IF blocks IS NOT NULL THEN
        SELECT f.threshold, f.marks INTO threshold, marks FROM bm25_threshold(sums, num_looked, ceiling, guess) f;
    END IF;
    LOOP
        chunks := chunks || bm25_marked(of_index_no, blocks, marks, known, documents);
        IF is_narrow THEN
            chunks := bm25_filter_marked(kinds, page_from, page_to, chunks);
        END IF;
        SELECT b.best, b.best_units INTO best, best_units
        FROM bm25_best(of_index_no, term_ids, weights, c0, c1s, top_k, chunks, best, best_units) b;
        -- single precision has seven digits
        needed := CASE WHEN cardinality(best) = top_k THEN best_units[top_k] / (one * high) * (1 - 1e-5) ELSE 0 END;
        EXIT WHEN blocks IS NULL OR threshold <= needed;
        chunks := '{}';
        known := marks;
        IF needed > 0 THEN
            threshold := needed;
            SELECT f.marks INTO marks FROM bm25_mark(sums, threshold) f;
        ELSE
            -- many slots are empty, or the filter allows few
            num_looked := 4 * num_looked;
            IF (documents IS NOT NULL OR is_narrow) AND num_looked > 250 * cardinality(blocks) THEN
                -- an eighth of all: reading all postings takes no longer
                RETURN QUERY
                SELECT * FROM bm25_filtered(of_index_no, term_ids, weights, c0, c1s, top_k, documents, kinds, page_from, page_to);
                RETURN;
            END IF;
            SELECT f.threshold, f.marks INTO threshold, marks
            FROM bm25_threshold(sums, num_looked, threshold, 0.8 * threshold) f;
        END IF;
    END LOOP;
    RETURN QUERY SELECT b.chunk_no, b.units FROM unnest(best, best_units) AS b(chunk_no, units);
END $$;

COMMENT ON FUNCTION public.bm25_summed(of_index_no integer, term_ids bigint[], weights double precision[], c0 double precision, c1s double precision[], top_k integer, num_looked bigint, documents bigint[], kinds text[], page_from integer, page_to integer) IS 'the best chunks, chosen by sums of impacts and scored by their postings';

CREATE FUNCTION public.bm25_terms(of_index_no integer, question text) RETURNS TABLE(term_id bigint, df integer, weight double precision, c0 double precision, c1 double precision)
    LANGUAGE plpgsql STABLE ROWS 10 PARALLEL SAFE
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    AS $$
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

COMMENT ON FUNCTION public.bm25_terms(of_index_no integer, question text) IS 'the terms of a question in an index, the rarest first, with their weights';

CREATE FUNCTION public.bm25_threshold(sums public.vector[], wanted bigint, ceiling double precision, guess double precision, OUT threshold double precision, OUT marks bit varying[], OUT num_marks bigint) RETURNS record
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
DECLARE
    floor       float8 := 0;
    num_floor   float8 := greatest(2000 * cardinality(sums), 3 * wanted);
    num_ceiling float8 := 1;
    step        int := cardinality(sums) / 24;
BEGIN
    IF step > 1 THEN
        -- every so many blocks tell about where it is
        SELECT t.threshold INTO guess
        FROM bm25_threshold(ARRAY(SELECT s.sum FROM unnest(sums) WITH ORDINALITY AS s(sum, place) WHERE s.place % step = 0),
                            CAST(greatest(1, 1.2 * wanted / step) AS bigint), ceiling, guess) t;
        guess := coalesce(nullif(guess, 0), 0.5 * ceiling);
    END IF;
    threshold := guess;
    FOR round IN 1 .. 15 LOOP
        SELECT * INTO marks, num_marks FROM bm25_mark(sums, threshold);
        IF num_marks BETWEEN wanted AND 1.4 * wanted THEN
            RETURN;
        ELSIF num_marks < wanted THEN
            ceiling := threshold;
            num_ceiling := greatest(num_marks, 1);
        ELSE
            floor := threshold;
            num_floor := num_marks;
        END IF;
        -- every third time by halves: some curves have steps
        threshold := floor + (ceiling - floor) * CASE WHEN round % 3 = 0 THEN 0.5 ELSE
            greatest(0.1, least(0.9, ln(num_floor / (1.2 * wanted)) / ln(num_floor / num_ceiling))) END;
    END LOOP;
    threshold := floor;
    SELECT * INTO marks, num_marks FROM bm25_mark(sums, threshold);
END $$;

COMMENT ON FUNCTION public.bm25_threshold(sums public.vector[], wanted bigint, ceiling double precision, guess double precision, OUT threshold double precision, OUT marks bit varying[], OUT num_marks bigint) IS 'a threshold above which about as many sums are as wanted, and their marks';

CREATE FUNCTION public.bm25_units(weight double precision, tf smallint, dl smallint, c0 double precision, c1 double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT round(weight * tf / (tf + c0 + c1 * dl))
$$;

COMMENT ON FUNCTION public.bm25_units(weight double precision, tf smallint, dl smallint, c0 double precision, c1 double precision) IS 'what a term adds to the score of a chunk, in units of 2^-36';

CREATE FUNCTION public.close_view(closed regclass) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    granted name;
BEGIN
    FOR granted IN
        SELECT r.rolname FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
        WHERE c.oid = closed AND a.grantee <> c.relowner
          AND NOT EXISTS (SELECT FROM reader_collection k WHERE k.role_name = r.rolname AND k.collection IS NULL) LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %I', closed, granted);
    END LOOP;
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', closed);
END $$;

COMMENT ON FUNCTION public.close_view(closed regclass) IS 'take a view from roles that do not read all collections';

CREATE FUNCTION public.create_index_partitions(new_index_no integer, dimensions integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    parent text;
    child  text;
    is_new boolean := false;
BEGIN
    FOREACH parent IN ARRAY ARRAY['vector_row', 'term', 'posting', 'impact', 'impact_slot'] LOOP
        child := parent || '_' || new_index_no;
        CONTINUE WHEN to_regclass(child) IS NOT NULL;
        is_new := true;
        -- Made apart and attached: that locks the parent for nobody who reads or writes.
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', child, parent);
        -- With the check in place, attaching need not look at rows.
        EXECUTE format('ALTER TABLE %I ADD CHECK (index_no = %s)', child, new_index_no);
        IF parent = 'vector_row' THEN
            EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (vector_dims(embedding) = %s)',
                           child, child || '_dimensions', dimensions);
            -- Vectors stay in their rows while these fit a page: a lookup each takes longer than comparing them.
            EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', child);
            EXECUTE format('CREATE INDEX %I ON %I (document_no)', child || '_document', child);
            -- Filters that leave few vectors find them here; the HNSW index comes when there are many.
            EXECUTE format('CREATE INDEX %I ON %I (kind)', child || '_kind', child);
            EXECUTE format('CREATE INDEX %I ON %I USING gist (pages)', child || '_pages', child);
        ELSIF parent = 'term' THEN
            -- Room for df to change in place.
            EXECUTE format('ALTER TABLE %I SET (fillfactor = 85)', child);
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term, text_config)', child || '_term', child);
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term_id)', child || '_id', child);
        ELSIF parent = 'impact' THEN
            -- Vectors stay in their rows, as they are: they fit a page up to a thousand slots of a block.
            EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', child);
            EXECUTE format('ALTER TABLE %I ALTER impacts SET STORAGE EXTERNAL', child);
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term_id, block_no)', child || '_term', child);
        ELSIF parent = 'impact_slot' THEN
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (block_no, slot, chunk_no) INCLUDE (document_no, index_no)',
                           child || '_slot', child);
            EXECUTE format('CREATE INDEX %I ON %I (document_no)', child || '_document', child);
        ELSE
            -- Scoring reads this index only; index_no is in it because the planner keeps that condition.
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term_id, chunk_no) INCLUDE (tf, dl, document_no, index_no)',
                           child || '_term', child);
            EXECUTE format('CREATE INDEX %I ON %I (document_no)', child || '_document', child);
        END IF;
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', parent, child, new_index_no);
    END LOOP;
    IF is_new THEN
        PERFORM protect_index_partitions(new_index_no);
    END IF;
END $$;

COMMENT ON FUNCTION public.create_index_partitions(new_index_no integer, dimensions integer) IS 'make the search tables of an index; nothing happens when they are there';

CREATE FUNCTION public.create_reader(reader text, seconds_per_statement integer, password_hash text DEFAULT NULL::text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    is_new boolean := NOT EXISTS (SELECT FROM pg_roles WHERE rolname = reader);
BEGIN
    IF is_new THEN
        EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', reader);
    END IF;
    IF password_hash IS NOT NULL THEN
        EXECUTE format('ALTER ROLE %I PASSWORD %L', reader, password_hash);
    END IF;
    PERFORM grant_reading(reader);
    BEGIN
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET default_transaction_read_only = on', reader, current_database());
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', reader, current_database(),
                       seconds_per_statement || 's');
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET jit = off', reader, current_database());
    EXCEPTION WHEN insufficient_privilege THEN
        RAISE NOTICE 'the settings of % were left as they are: %', reader, SQLERRM;
    END;
    RETURN is_new;
END $$;

COMMENT ON FUNCTION public.create_reader(reader text, seconds_per_statement integer, password_hash text) IS 'make or renew a role that reads what reader_collection allows it and writes nothing; true when it is new';

CREATE FUNCTION public.create_service() RETURNS boolean
    LANGUAGE plpgsql
    AS $$
DECLARE
    is_new boolean := to_regrole('bizrag_service') IS NULL;
BEGIN
    IF is_new THEN
        CREATE ROLE bizrag_service NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
    END IF;
    PERFORM grant_reading('bizrag_service');
    IF NOT pg_has_role(current_user, 'bizrag_service', 'MEMBER')
       OR CAST(current_setting('server_version_num') AS int) >= 160000 AND NOT pg_has_role(current_user, 'bizrag_service', 'SET') THEN
        EXECUTE format('GRANT bizrag_service TO %I', current_user);
    END IF;
    RETURN is_new;
END $$;

COMMENT ON FUNCTION public.create_service() IS 'make or renew bizrag_service, whose collections the setting bizrag.collections says; true when it is new';

CREATE FUNCTION public.document_bucket(document_id text, buckets integer) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((((('x'::text || "left"(document_id, 8)))::bit(32))::bigint % (buckets)::bigint))::integer;

COMMENT ON FUNCTION public.document_bucket(document_id text, buckets integer) IS 'the bucket, from 0, that a document belongs to where documents are spread over so many';

CREATE FUNCTION public.drop_index_partitions(old_index_no integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    parent text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['vector_row', 'term', 'posting', 'impact', 'impact_slot'] LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I', parent || '_' || old_index_no);
    END LOOP;
END $$;

COMMENT ON FUNCTION public.drop_index_partitions(old_index_no integer) IS 'remove the search tables of an index with all their rows';

CREATE FUNCTION public.estimate_vectors(of_index_no integer, kinds text[], pages int4range) RETURNS double precision
    LANGUAGE plpgsql
    AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM vector_row_%s v WHERE (%L IS NULL OR v.kind = ANY (CAST(%L AS text[]))) '
                   'AND (%L IS NULL OR v.pages && CAST(%L AS int4range))',
                   of_index_no, kinds, kinds, pages, pages) INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;

COMMENT ON FUNCTION public.estimate_vectors(of_index_no integer, kinds text[], pages int4range) IS 'about how many vectors of an index pass a filter by chunk kind and pages, from the statistics of the planner';

CREATE FUNCTION public.grant_reading(reader text) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), reader);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA public TO %I', reader);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO %I', reader);
    -- what later migrations and new indexes make
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO %I', reader);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO %I', reader);
    BEGIN
        -- before Postgres 15 everybody may create tables here
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    EXCEPTION WHEN insufficient_privilege THEN
        RAISE NOTICE 'rights on the schema were left as they are: %', SQLERRM;
    END;
    -- before Postgres 15 views read as their owner
    PERFORM protect_views();
END $$;

COMMENT ON FUNCTION public.grant_reading(reader text) IS 'let a role read tables, views and functions of ours, and nothing else';

CREATE FUNCTION public.lies_on_page(bbox real[], width_pt real, height_pt real) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT bbox[1] >= -2 AND bbox[2] >= -2 AND bbox[3] <= width_pt + 2 AND bbox[4] <= height_pt + 2
$$;

COMMENT ON FUNCTION public.lies_on_page(bbox real[], width_pt real, height_pt real) IS 'whether a box [left, top, right, bottom] in points lies on a page of that size, within two points';

CREATE FUNCTION public.nearest_chunks(of_chunk_id text, index_or_alias text, top_k integer DEFAULT 10) RETURNS TABLE(rank bigint, similarity double precision, doc text, page_nos integer[], kind text, chunk_id text, text text)
    LANGUAGE plpgsql STABLE ROWS 10
    AS $_$
DECLARE
    named search_index;
BEGIN
    SELECT i.* INTO named FROM search_index i WHERE i.index_no = bizrag_named_index(index_or_alias);
    -- For the transaction: HNSW gives up after ef_search rows otherwise. Not a setting of the function, because only a
    -- superuser may attach settings of an extension that is not loaded yet.
    PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true);
    -- The number of the index and the dimensions as constants: the planner sees one partition and its HNSW index.
    RETURN QUERY EXECUTE format($query$
        WITH own AS MATERIALIZED (
            SELECT DISTINCT CAST(e.vector AS halfvec(%1$s)) AS embedding
            FROM chunk c JOIN chunk_input i USING (chunk_no) JOIN embedding e ON e.space = $3 AND e.input_sha256 = i.input_sha256
            WHERE c.chunk_id = $1
        ),
        best AS (
            SELECT n.chunk_no, min(n.distance) AS distance
            FROM own o CROSS JOIN LATERAL (
                SELECT v.chunk_no, CAST(v.embedding AS halfvec(%1$s)) <=> o.embedding AS distance
                FROM vector_row v WHERE v.index_no = %2$s
                ORDER BY CAST(v.embedding AS halfvec(%1$s)) <=> o.embedding
                -- parts of one chunk may come one after the other, and the chunk itself comes first
                LIMIT ($2 + 1) * greatest((SELECT max(i.part) + 1 FROM chunk_input i JOIN chunk c USING (chunk_no)
                                           WHERE c.chunk_id = $1), 4)
            ) n
            GROUP BY n.chunk_no
        )
        SELECT row_number() OVER (ORDER BY b.distance, b.chunk_no), 1 - b.distance, d.source_uri, c.page_nos, c.kind, c.chunk_id, c.text
        FROM best b JOIN chunk c USING (chunk_no) JOIN chunk_set s USING (chunk_set_id) JOIN document d USING (document_no)
        WHERE c.chunk_id <> $1
        ORDER BY b.distance, b.chunk_no LIMIT $2
    $query$, named.dimensions, named.index_no) USING of_chunk_id, top_k, named.space;
END $_$;

COMMENT ON FUNCTION public.nearest_chunks(of_chunk_id text, index_or_alias text, top_k integer) IS 'live chunks of an index (or alias) whose stored vectors are nearest to those of a chunk, by cosine; the best part counts';

CREATE FUNCTION public.protect_index_partitions(of_index_no integer) RETURNS void
    LANGUAGE plpgsql
    AS $_$
DECLARE
    -- df is a count over all documents, and the word itself may stand in hidden ones only. The service never shows terms,
    -- and is spared the look-up.
    term_is_known text := '(SELECT bizrag_is_service()) OR EXISTS (SELECT FROM posting p '
                          'WHERE p.index_no = %1$s.index_no AND p.term_id = %1$s.term_id)';
    of_document   text := 'EXISTS (SELECT FROM document d WHERE d.document_no = %1$s.document_no)';
    suffix        text := coalesce('_' || of_index_no, '');
BEGIN
    PERFORM protect_table(CAST('vector_row' || suffix AS regclass), format(of_document, 'vector_row' || suffix));
    PERFORM protect_table(CAST('posting' || suffix AS regclass), format(of_document, 'posting' || suffix));
    PERFORM protect_table(CAST('term' || suffix AS regclass), format(term_is_known, 'term' || suffix));
    -- sums over documents of all collections: others have their chunks scored by postings
    PERFORM protect_table(CAST('impact' || suffix AS regclass), NULL);
    PERFORM protect_table(CAST('impact_slot' || suffix AS regclass), NULL);
END $_$;

COMMENT ON FUNCTION public.protect_index_partitions(of_index_no integer) IS 'force row-level security on the search tables of an index; null: on the partitioned tables above them';

CREATE FUNCTION public.protect_table(protected regclass, condition text) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    -- who owns the database need not own the tables
    table_owner name := (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = protected);
    is_implied  boolean := pg_has_role(table_owner, 'pg_database_owner', 'USAGE');
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', protected);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', protected);
    EXECUTE format('DROP POLICY IF EXISTS owner_works ON %s', protected);
    EXECUTE format('CREATE POLICY owner_works ON %s TO %s USING (true) WITH CHECK (true)', protected,
                   CASE WHEN is_implied THEN 'pg_database_owner' ELSE quote_ident(table_owner) END);
    EXECUTE format('DROP POLICY IF EXISTS collections_are_read ON %s', protected);
    EXECUTE format('CREATE POLICY collections_are_read ON %s FOR SELECT USING (%s)', protected,
                   concat_ws(' OR ', '(SELECT bizrag_sees_all())', condition));
END $$;

COMMENT ON FUNCTION public.protect_table(protected regclass, condition text) IS 'force row-level security on a table: rows are read under a condition, the owner and who sees all read every row';

CREATE FUNCTION public.protect_tables() RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    of_collection text := 'collection = ANY ((SELECT bizrag_collections())::text[])';
    of_document   text := 'EXISTS (SELECT FROM document d WHERE d.document_no = %s.document_no)';
    of_parse      text := 'EXISTS (SELECT FROM parse p WHERE p.parse_id = %s.parse_id)';
    of_index      text := 'EXISTS (SELECT FROM search_index n WHERE n.index_no = %s.index_no)';
    rule          record;
BEGIN
    FOR rule IN SELECT * FROM (VALUES
        ('document', of_collection),
        ('forgotten_document', of_collection),
        ('content', 'EXISTS (SELECT FROM document d WHERE d.content_sha256 = content.content_sha256)'),
        ('stage_state', of_document),
        ('classification', 'EXISTS (SELECT FROM stage_state s WHERE s.stage = ''classifications'' '
                           'AND s.outputs ->> ''classification'' = classification.classification_id)'),
        ('chunk_set', of_document),
        ('chunk', 'EXISTS (SELECT FROM chunk_set s WHERE s.chunk_set_id = chunk.chunk_set_id)'),
        ('chunk_input', 'EXISTS (SELECT FROM chunk c WHERE c.chunk_no = chunk_input.chunk_no)'),
        ('embedding', 'EXISTS (SELECT FROM chunk_input i WHERE i.input_sha256 = embedding.input_sha256)'),
        -- the parse of what the document holds now, and the one that answers still
        ('parse', 'EXISTS (SELECT FROM document d WHERE d.content_sha256 = parse.content_sha256) '
                  'OR EXISTS (SELECT FROM chunk_set s WHERE s.parse_id = parse.parse_id)'),
        ('page', of_parse),
        ('block', of_parse),
        ('table_artifact', of_parse),
        ('picture_artifact', of_parse),
        ('parse_description', of_parse),
        ('page_vectors', of_parse),
        ('description', 'EXISTS (SELECT FROM parse_description o WHERE o.artifact_sha256 = description.artifact_sha256 '
                        'AND o.describer = description.describer)'),
        ('index_document', of_document),
        ('keyword', of_document),
        ('search_index', 'EXISTS (SELECT FROM index_document i WHERE i.index_no = search_index.index_no)'),
        ('index_alias', of_index),
        ('index_stat', of_index),
        ('lexical_stat', of_index),
        ('impact_block', NULL),
        -- replies name no document by themselves, but quote them
        ('model_call', NULL),
        ('model_call_document', NULL),
        ('model_spend', NULL),
        ('model_rate', NULL),
        ('embedding_space', NULL),
        ('question_log', NULL),
        -- which files made the database
        ('schema_migration', 'true')
    ) AS listed (name, condition) LOOP
        PERFORM protect_table(CAST(rule.name AS regclass), format(rule.condition, rule.name));
    END LOOP;
    PERFORM protect_index_partitions(n.index_no)
    FROM (SELECT NULL UNION ALL SELECT i.index_no FROM search_index i
          WHERE to_regclass('posting_' || i.index_no) IS NOT NULL) AS n(index_no);
    -- Keys are for the owner alone, whatever was granted.
    FOR rule IN SELECT unnest(ARRAY['api_key', 'api_key_rate', 'web_session']) AS name LOOP
        PERFORM protect_table(CAST(rule.name AS regclass), NULL);
        EXECUTE format('DROP POLICY collections_are_read ON %I', rule.name);
    END LOOP;
    -- A role sees its own collections. Asking bizrag_sees_all() here would ask this policy again.
    PERFORM protect_table('reader_collection', NULL);
    ALTER POLICY collections_are_read ON reader_collection
        USING (pg_has_role(current_user, CAST(to_regrole(quote_ident(role_name)) AS oid), 'USAGE'));
END $$;

COMMENT ON FUNCTION public.protect_tables() IS 'force row-level security on every table; may run again at any time';

CREATE FUNCTION public.protect_views(server_version integer DEFAULT NULL::integer) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    has_invokers boolean := coalesce(server_version, CAST(current_setting('server_version_num') AS int)) >= 150000;
    seen         record;
BEGIN
    FOR seen IN SELECT CAST(c.oid AS regclass) AS view FROM pg_class c
                WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind = 'v'
                  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
                  AND (NOT has_invokers OR NOT coalesce('security_invoker=true' = ANY (c.reloptions), false)) LOOP
        IF has_invokers THEN
            EXECUTE format('ALTER VIEW %s SET (security_invoker = true)', seen.view);
        ELSE
            PERFORM close_view(seen.view);
        END IF;
    END LOOP;
END $$;

COMMENT ON FUNCTION public.protect_views(server_version integer) IS 'make every view ask as its caller; before Postgres 15, close views to roles that do not read all';

CREATE FUNCTION public.refuse_misplaced_boxes() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    hull record;
    bad  record;
BEGIN
    -- The hull of all boxes of a page lies on it exactly when each of them does.
    SELECT e.* INTO hull
    FROM (SELECT n.parse_id, n.page_no,
                 ARRAY[min(n.bbox[1]), min(n.bbox[2]), max(n.bbox[3]), max(n.bbox[4])] AS bbox
          FROM new_row n WHERE n.bbox IS NOT NULL GROUP BY n.parse_id, n.page_no) e
    -- OFFSET 0: by key, never through all pages of the database
    LEFT JOIN LATERAL (SELECT o.width_pt, o.height_pt FROM page o
                       WHERE o.parse_id = e.parse_id AND o.page_no = e.page_no OFFSET 0) p ON true
    WHERE lies_on_page(e.bbox, p.width_pt, p.height_pt) IS NOT TRUE LIMIT 1;
    IF FOUND THEN
        SELECT n.* INTO bad FROM new_row n
        LEFT JOIN page p ON p.parse_id = hull.parse_id AND p.page_no = hull.page_no
        WHERE n.parse_id = hull.parse_id AND n.page_no IS NOT DISTINCT FROM hull.page_no
          AND n.bbox IS NOT NULL AND lies_on_page(n.bbox, p.width_pt, p.height_pt) IS NOT TRUE
        ORDER BY n.ordinal LIMIT 1;
        RAISE check_violation USING
            MESSAGE = format('%s %s of parse %s: the box %s does not lie on page %s',
                             TG_TABLE_NAME, bad.ordinal, bad.parse_id, bad.bbox, bad.page_no),
            TABLE = TG_TABLE_NAME, CONSTRAINT = 'box_on_page';
    END IF;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION public.refuse_misplaced_boxes() IS 'trigger: refuse boxes that do not lie on their page';

CREATE FUNCTION public.refuse_other_dimensions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    made record;
    want int;
BEGIN
    FOR made IN SELECT DISTINCT n.space, vector_dims(n.vector) AS dimensions FROM new_row n ORDER BY 1, 2 LOOP
        SELECT s.dimensions INTO want FROM embedding_space s WHERE s.space = made.space;
        IF NOT FOUND THEN
            INSERT INTO embedding_space (space, dimensions) VALUES (made.space, made.dimensions) ON CONFLICT DO NOTHING;
            -- another transaction may have been first: under READ COMMITTED its row is seen now
            SELECT s.dimensions INTO want FROM embedding_space s WHERE s.space = made.space;
        END IF;
        IF want IS DISTINCT FROM made.dimensions THEN
            RAISE check_violation USING
                MESSAGE = format('space %s has %s dimensions: a vector of %s does not belong to it',
                                 made.space, want, made.dimensions),
                TABLE = TG_TABLE_NAME, CONSTRAINT = 'vector_dimensions';
        END IF;
    END LOOP;
    RETURN NULL;
END $$;

COMMENT ON FUNCTION public.refuse_other_dimensions() IS 'trigger: refuse vectors that have not the dimensions of their space';

CREATE FUNCTION public.register_index_space() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- The foreign key index_space then refuses other dimensions.
    INSERT INTO embedding_space (space, dimensions) VALUES (NEW.space, NEW.dimensions) ON CONFLICT DO NOTHING;
    RETURN NEW;
END $$;

COMMENT ON FUNCTION public.register_index_space() IS 'trigger: an index that is the first of its space fixes the dimensions';

CREATE FUNCTION public.stage_fingerprint(static text, inputs text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (array_position(inputs, NULL::text) IS NULL) THEN encode(sha256(convert_to(array_to_string((ARRAY[static] || inputs), '
'::text), 'UTF8'::name)), 'hex'::text) ELSE NULL::text END;

COMMENT ON FUNCTION public.stage_fingerprint(static text, inputs text[]) IS 'the key of a stage''s work: hash of what the stage is and of the outputs that it reads, in order';

CREATE TABLE public.api_key (
    key_no integer NOT NULL,
    key_name text NOT NULL,
    secret_sha256 text NOT NULL,
    role text NOT NULL,
    collections text[],
    requests_per_minute integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_key_collections_check CHECK ((array_position(collections, NULL::text) IS NULL)),
    CONSTRAINT api_key_key_name_check CHECK ((key_name ~ '^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$'::text)),
    CONSTRAINT api_key_requests_per_minute_check CHECK ((requests_per_minute >= 1)),
    CONSTRAINT api_key_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'service'::text, 'reader'::text, 'ingest'::text]))),
    CONSTRAINT api_key_secret_sha256_check CHECK ((length(secret_sha256) = 64)),
    CONSTRAINT owner_sees_all CHECK (((role <> 'owner'::text) OR (collections IS NULL)))
);

ALTER TABLE ONLY public.api_key FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.api_key IS 'one row per key that callers of the HTTP API, MCP and the command line show; the key itself is not kept';

COMMENT ON COLUMN public.api_key.key_no IS 'internal number';

COMMENT ON COLUMN public.api_key.key_name IS 'who holds it, as lists and the log of questions call it';

COMMENT ON COLUMN public.api_key.secret_sha256 IS 'SHA-256 of the key: 256 random bits need no slower hash';

COMMENT ON COLUMN public.api_key.role IS 'what its holder may do: owner, service, reader or ingest';

COMMENT ON COLUMN public.api_key.collections IS 'collections that it may read; null: all, also those to come';

COMMENT ON COLUMN public.api_key.requests_per_minute IS 'requests it may make in a minute; null: as the settings say';

COMMENT ON COLUMN public.api_key.created_at IS 'when it was made';

COMMENT ON COLUMN public.api_key.expires_at IS 'when it ends; null: never';

COMMENT ON COLUMN public.api_key.revoked_at IS 'when it was taken back; null while it counts';

ALTER TABLE public.api_key ALTER COLUMN key_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.api_key_key_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE UNLOGGED TABLE public.api_key_rate (
    key_no integer NOT NULL,
    requests_left double precision NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.api_key_rate FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.api_key_rate IS 'one row per key with a limit: the requests that it has left, for all processes together';

COMMENT ON COLUMN public.api_key_rate.key_no IS 'the key';

COMMENT ON COLUMN public.api_key_rate.requests_left IS 'requests left at updated_at';

COMMENT ON COLUMN public.api_key_rate.updated_at IS 'when requests_left was true';

CREATE TABLE public.block (
    parse_id text NOT NULL,
    ordinal integer NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    page_no integer,
    bbox real[],
    level integer,
    CONSTRAINT block_bbox_check CHECK (((bbox IS NULL) OR (array_length(bbox, 1) = 4))),
    CONSTRAINT block_box CHECK (((bbox IS NULL) OR ((page_no IS NOT NULL) AND (bbox[1] <= bbox[3]) AND (bbox[2] <= bbox[4])))),
    CONSTRAINT block_level_check CHECK ((level >= 1)),
    CONSTRAINT block_ordinal_check CHECK ((ordinal >= 0))
);

ALTER TABLE ONLY public.block FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.block IS 'one row per paragraph, heading, list item, placeholder or furniture line, in reading order';

COMMENT ON COLUMN public.block.parse_id IS 'the parse';

COMMENT ON COLUMN public.block.ordinal IS 'position in reading order, from 0';

COMMENT ON COLUMN public.block.kind IS 'heading, text, list_item, caption, footnote, code, formula; table and picture (placeholders); page_header and page_footer (furniture)';

COMMENT ON COLUMN public.block.text IS 'its text; a placeholder for a table or picture';

COMMENT ON COLUMN public.block.page_no IS 'its page; null where the format has none';

COMMENT ON COLUMN public.block.bbox IS '[left, top, right, bottom] in points from the top left corner; null where unknown';

COMMENT ON COLUMN public.block.level IS 'of a heading, 1 is the highest; null otherwise';

CREATE TABLE public.chunk (
    chunk_no bigint NOT NULL,
    chunk_set_id text NOT NULL,
    ordinal integer NOT NULL,
    chunk_id text NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    headings text[] NOT NULL,
    lexical_text text NOT NULL,
    locators jsonb NOT NULL,
    page_nos integer[] NOT NULL,
    num_tokens integer NOT NULL,
    artifact_ordinal integer,
    parent_ordinal integer,
    CONSTRAINT chunk_has_a_place CHECK (((cardinality(page_nos) > 0) OR (cardinality(headings) > 0))),
    CONSTRAINT chunk_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'table'::text, 'picture'::text, 'slide'::text, 'page'::text]))),
    CONSTRAINT chunk_locators CHECK ((NOT jsonb_path_exists(locators, '$[*]?(!(@."page" >= 1) && !(exists (@."char_start")))'::jsonpath))),
    CONSTRAINT chunk_locators_check CHECK ((jsonb_array_length(locators) >= 1)),
    CONSTRAINT chunk_num_tokens CHECK ((num_tokens >= 0)),
    CONSTRAINT chunk_ordinal_check CHECK ((ordinal >= 0)),
    CONSTRAINT chunk_page_nos CHECK ((1 <= ALL (page_nos))),
    CONSTRAINT chunk_text_check CHECK ((text <> ''::text))
);

ALTER TABLE ONLY public.chunk FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.chunk IS 'one row per chunk, live or not: the view live_chunk has those that answer';

COMMENT ON COLUMN public.chunk.chunk_no IS 'internal number, contiguous inside a set in reading order';

COMMENT ON COLUMN public.chunk.chunk_set_id IS 'the set';

COMMENT ON COLUMN public.chunk.ordinal IS 'position in reading order, from 0';

COMMENT ON COLUMN public.chunk.chunk_id IS 'public id: stays while text and place stay';

COMMENT ON COLUMN public.chunk.kind IS 'text, table, picture, slide, or page: the image of a page';

COMMENT ON COLUMN public.chunk.text IS 'what a reader sees: text with placeholders, or a description';

COMMENT ON COLUMN public.chunk.headings IS 'document title, then the headings above it';

COMMENT ON COLUMN public.chunk.lexical_text IS 'what BM25 sees: heading path, text, for a table its cells';

COMMENT ON COLUMN public.chunk.locators IS 'places: [{page, bbox [left, top, right, bottom], unit, origin}] or [{char_start, char_end}]';

COMMENT ON COLUMN public.chunk.page_nos IS 'pages on which it stands, ascending; empty where the format has none';

COMMENT ON COLUMN public.chunk.num_tokens IS 'length in tokens of the embedder';

COMMENT ON COLUMN public.chunk.artifact_ordinal IS 'number of the table or picture that it describes, or of the page that it shows';

COMMENT ON COLUMN public.chunk.parent_ordinal IS 'ordinal of the text chunk that holds the placeholder of that table or picture, or the text of that page';

ALTER TABLE public.chunk ALTER COLUMN chunk_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.chunk_chunk_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.chunk_set (
    chunk_set_id text NOT NULL,
    document_no bigint NOT NULL,
    parse_id text NOT NULL,
    output_sha256 text NOT NULL,
    num_chunks integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT chunk_set_num_chunks CHECK ((num_chunks >= 0))
);

ALTER TABLE ONLY public.chunk_set FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.chunk_set IS 'one row per (document, parse, descriptions, title, chunk parameters): an immutable set of chunks';

COMMENT ON COLUMN public.chunk_set.chunk_set_id IS 'hash of what it was made from';

COMMENT ON COLUMN public.chunk_set.document_no IS 'the document';

COMMENT ON COLUMN public.chunk_set.parse_id IS 'the parse';

COMMENT ON COLUMN public.chunk_set.output_sha256 IS 'hash of all its chunks';

COMMENT ON COLUMN public.chunk_set.num_chunks IS 'how many chunks it has';

COMMENT ON COLUMN public.chunk_set.created_at IS 'when it was stored';

CREATE TABLE public.document (
    document_no bigint NOT NULL,
    document_id text NOT NULL,
    collection text NOT NULL,
    source_root text NOT NULL,
    source_uri text NOT NULL,
    partition_key text NOT NULL,
    size_bytes bigint NOT NULL,
    modified_at timestamp with time zone,
    etag text,
    change_mark text NOT NULL,
    content_sha256 text,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL,
    file_ending text GENERATED ALWAYS AS (lower("substring"(source_uri, '\.([^./]+)$'::text))) STORED,
    CONSTRAINT document_size_bytes_check CHECK ((size_bytes >= 0))
);

ALTER TABLE ONLY public.document FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.document IS 'one row per document that a source lists, or listed last: a file at a place';

COMMENT ON COLUMN public.document.document_no IS 'internal number';

COMMENT ON COLUMN public.document.document_id IS 'public id, made of collection and path: stays when the content changes';

COMMENT ON COLUMN public.document.collection IS 'name under which a source was ingested; searches filter by it';

COMMENT ON COLUMN public.document.source_root IS 'folder or bucket that lists it';

COMMENT ON COLUMN public.document.source_uri IS 'path below the source root';

COMMENT ON COLUMN public.document.partition_key IS 'key of its Dagster partition: collection and path, escaped';

COMMENT ON COLUMN public.document.size_bytes IS 'size as listed';

COMMENT ON COLUMN public.document.modified_at IS 'time of change as listed; null where the source has none';

COMMENT ON COLUMN public.document.etag IS 'etag as listed; null where the source has none';

COMMENT ON COLUMN public.document.change_mark IS 'size, time and etag in one: it changes when the bytes may have';

COMMENT ON COLUMN public.document.content_sha256 IS 'SHA-256 of the bytes as read last; null before the first read';

COMMENT ON COLUMN public.document.added_at IS 'when it was listed first';

COMMENT ON COLUMN public.document.changed_at IS 'when its change mark last changed';

COMMENT ON COLUMN public.document.file_ending IS 'ending of the file name in small letters, without the dot; null where it has none';

CREATE TABLE public.index_document (
    index_no integer NOT NULL,
    document_no bigint NOT NULL,
    chunk_set_id text NOT NULL,
    publisher text NOT NULL,
    num_chunks integer NOT NULL,
    num_lexical integer NOT NULL,
    total_length bigint NOT NULL,
    num_vectors integer NOT NULL,
    num_postings integer NOT NULL,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    text_config regconfig NOT NULL,
    is_blocked boolean DEFAULT false NOT NULL,
    CONSTRAINT index_document_counts CHECK (((num_chunks >= num_lexical) AND (num_lexical >= 0) AND (total_length >= num_lexical) AND (num_vectors >= 0) AND (num_postings >= num_lexical)))
);

ALTER TABLE ONLY public.index_document FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.index_document IS 'one row per document that answers in an index, with what it adds to the statistics';

COMMENT ON COLUMN public.index_document.index_no IS 'the index';

COMMENT ON COLUMN public.index_document.document_no IS 'the document';

COMMENT ON COLUMN public.index_document.chunk_set_id IS 'the chunk set that answers for it, one of its own';

COMMENT ON COLUMN public.index_document.publisher IS 'version of what computed the live rows: text normalisation and statements';

COMMENT ON COLUMN public.index_document.num_chunks IS 'chunks';

COMMENT ON COLUMN public.index_document.num_lexical IS 'chunks with at least one term';

COMMENT ON COLUMN public.index_document.total_length IS 'sum of their lengths in lexemes';

COMMENT ON COLUMN public.index_document.num_vectors IS 'vectors: one per part of a chunk';

COMMENT ON COLUMN public.index_document.num_postings IS 'postings: one per chunk and distinct term';

COMMENT ON COLUMN public.index_document.published_at IS 'since when the chunk set answers';

COMMENT ON COLUMN public.index_document.text_config IS 'text-search configuration that made the terms of the document: its language, or simple';

COMMENT ON COLUMN public.index_document.is_blocked IS 'whether its chunks are in blocks of impacts; BM25 scores others by their postings';

CREATE TABLE public.page (
    parse_id text NOT NULL,
    page_no integer NOT NULL,
    width_pt real NOT NULL,
    height_pt real NOT NULL,
    text text NOT NULL,
    image_sha256 text,
    is_ocr boolean DEFAULT false NOT NULL,
    num_layer_tokens integer DEFAULT 0 NOT NULL,
    num_lost_tokens integer DEFAULT 0 NOT NULL,
    num_layer_numbers integer DEFAULT 0 NOT NULL,
    num_lost_numbers integer DEFAULT 0 NOT NULL,
    CONSTRAINT lost_is_a_part CHECK (((num_lost_tokens <= num_layer_tokens) AND (num_lost_numbers <= num_layer_numbers))),
    CONSTRAINT lost_is_no_less_than_nothing CHECK (((num_lost_tokens >= 0) AND (num_lost_numbers >= 0))),
    CONSTRAINT page_height_pt_check CHECK ((height_pt > (0)::double precision)),
    CONSTRAINT page_page_no_check CHECK ((page_no >= 1)),
    CONSTRAINT page_width_pt_check CHECK ((width_pt > (0)::double precision))
);

ALTER TABLE ONLY public.page FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.page IS 'one row per page or slide of a parse';

COMMENT ON COLUMN public.page.parse_id IS 'the parse';

COMMENT ON COLUMN public.page.page_no IS 'physical page, from 1';

COMMENT ON COLUMN public.page.width_pt IS 'width in points (1/72 inch)';

COMMENT ON COLUMN public.page.height_pt IS 'height in points';

COMMENT ON COLUMN public.page.text IS 'reading text with placeholders, without page headers and footers';

COMMENT ON COLUMN public.page.image_sha256 IS 'its image among the blobs; null when it was not rendered';

COMMENT ON COLUMN public.page.is_ocr IS 'whether the text was recognised from the image';

COMMENT ON COLUMN public.page.num_layer_tokens IS 'tokens of the page''s own text layer';

COMMENT ON COLUMN public.page.num_lost_tokens IS 'how many of them reached no block, table, picture or furniture';

COMMENT ON COLUMN public.page.num_layer_numbers IS 'numbers of the page''s own text layer';

COMMENT ON COLUMN public.page.num_lost_numbers IS 'how many of them reached no block, table, picture or furniture';

CREATE TABLE public.search_index (
    index_no integer NOT NULL,
    index_name text NOT NULL,
    variant text NOT NULL,
    chunk_params jsonb NOT NULL,
    space text NOT NULL,
    dimensions integer NOT NULL,
    text_config regconfig,
    k1 double precision DEFAULT 1.2 NOT NULL,
    b double precision DEFAULT 0.75 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT search_index_b_check CHECK (((b >= (0)::double precision) AND (b <= (1)::double precision))),
    CONSTRAINT search_index_dimensions_check CHECK (((dimensions >= 1) AND (dimensions <= 4000))),
    CONSTRAINT search_index_index_name_check CHECK ((index_name ~ '^[a-z][a-z0-9_]{0,40}$'::text)),
    CONSTRAINT search_index_k1_check CHECK ((k1 >= (0)::double precision)),
    CONSTRAINT search_index_variant_check CHECK ((variant = ANY (ARRAY['tcte'::text, 'pcmhe'::text, 'tcmie'::text, 'text_only'::text, 'colpali'::text, 'visrag'::text])))
);

ALTER TABLE ONLY public.search_index FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.search_index IS 'one row per index: a variant, its chunk parameters, its embedding space, its text-search settings';

COMMENT ON COLUMN public.search_index.index_no IS 'internal number; the search tables of the index end in it';

COMMENT ON COLUMN public.search_index.index_name IS 'its name';

COMMENT ON COLUMN public.search_index.variant IS 'how chunks are made: tcte, pcmhe, tcmie, text_only, colpali or visrag';

COMMENT ON COLUMN public.search_index.chunk_params IS 'parameters of the chunker';

COMMENT ON COLUMN public.search_index.space IS 'space of its vectors';

COMMENT ON COLUMN public.search_index.dimensions IS 'numbers in each of its vectors';

COMMENT ON COLUMN public.search_index.text_config IS 'text-search configuration of all documents; null: every document has that of its language';

COMMENT ON COLUMN public.search_index.k1 IS 'BM25: how soon repetitions of a term stop to count';

COMMENT ON COLUMN public.search_index.b IS 'BM25: how much the length of a chunk counts, 0 to 1';

COMMENT ON COLUMN public.search_index.created_at IS 'when it was made';

CREATE VIEW public.chunk_coverage WITH (security_invoker='true') AS
 SELECT n.index_name,
    d.collection,
    d.source_uri,
    count(*) AS num_pages,
    count(*) FILTER (WHERE (f.num_chunks > 0)) AS num_pages_with_chunks,
    COALESCE(array_agg(p.page_no ORDER BY p.page_no) FILTER (WHERE (f.num_chunks = 0)), '{}'::integer[]) AS pages_without_chunks,
    sum(w.num_words) AS num_words,
    sum(w.num_covered_words) AS num_covered_words,
    round(((sum(w.num_covered_words))::numeric / (NULLIF(sum(w.num_words), 0))::numeric), 4) AS share,
    d.document_no,
    n.index_no
   FROM (((((((public.index_document i
     JOIN public.search_index n USING (index_no))
     JOIN public.document d USING (document_no))
     JOIN public.chunk_set s ON ((s.chunk_set_id = i.chunk_set_id)))
     JOIN public.page p ON ((p.parse_id = s.parse_id)))
     CROSS JOIN LATERAL ( SELECT count(*) AS num_chunks,
            tsvector_to_array(to_tsvector('simple'::regconfig, "left"(COALESCE(string_agg(c.lexical_text, '
'::text), ''::text), 200000))) AS terms
           FROM public.chunk c
          WHERE ((c.chunk_set_id = i.chunk_set_id) AND (p.page_no = ANY (c.page_nos)))
         OFFSET 0) f)
     CROSS JOIN LATERAL ( SELECT to_tsvector('simple'::regconfig, "left"(regexp_replace(p.text, '<<(table|picture)_\d+>>'::text, ' '::text, 'g'::text), 200000)) AS words
         OFFSET 0) t)
     CROSS JOIN LATERAL ( SELECT length(t.words) AS num_words,
            (length(t.words) - length(ts_delete(t.words, f.terms))) AS num_covered_words) w)
  GROUP BY n.index_no, n.index_name, d.document_no, d.collection, d.source_uri;

COMMENT ON VIEW public.chunk_coverage IS 'one row per (index, document with pages that answers in it): pages and words that a live chunk holds; it reads all text, so ask for some documents of a large collection';

COMMENT ON COLUMN public.chunk_coverage.index_name IS 'the index';

COMMENT ON COLUMN public.chunk_coverage.collection IS 'collection of the document';

COMMENT ON COLUMN public.chunk_coverage.source_uri IS 'path of the document below its source root';

COMMENT ON COLUMN public.chunk_coverage.num_pages IS 'pages of the document';

COMMENT ON COLUMN public.chunk_coverage.num_pages_with_chunks IS 'pages on which a live chunk stands';

COMMENT ON COLUMN public.chunk_coverage.pages_without_chunks IS 'the others: empty pages, as a rule';

COMMENT ON COLUMN public.chunk_coverage.num_words IS 'distinct words of each page, summed';

COMMENT ON COLUMN public.chunk_coverage.num_covered_words IS 'how many of them a live chunk of their page holds';

COMMENT ON COLUMN public.chunk_coverage.share IS 'num_covered_words / num_words; null when the pages hold no word';

COMMENT ON COLUMN public.chunk_coverage.document_no IS 'internal number of the document';

COMMENT ON COLUMN public.chunk_coverage.index_no IS 'internal number of the index';

CREATE TABLE public.chunk_input (
    chunk_no bigint NOT NULL,
    part smallint NOT NULL,
    input_sha256 text NOT NULL,
    text text NOT NULL,
    parts jsonb,
    CONSTRAINT chunk_input_part_check CHECK ((part >= 0)),
    CONSTRAINT chunk_input_parts CHECK (((jsonb_typeof(parts) = 'array'::text) AND (parts <> '[]'::jsonb)))
);

ALTER TABLE ONLY public.chunk_input FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.chunk_input IS 'one row per input that is embedded for a chunk: one or several';

COMMENT ON COLUMN public.chunk_input.chunk_no IS 'the chunk';

COMMENT ON COLUMN public.chunk_input.part IS 'number of the input, from 0';

COMMENT ON COLUMN public.chunk_input.input_sha256 IS 'hash of the text, or of the parts; the key of its vector in embedding';

COMMENT ON COLUMN public.chunk_input.text IS 'heading path and text, never longer than the embedder''s window; empty for an image alone';

COMMENT ON COLUMN public.chunk_input.parts IS 'NULL for a text alone, else texts and images in order: [["text", text], ["image", hash of the blob]]';

CREATE TABLE public.classification (
    classification_id text NOT NULL,
    layout text NOT NULL,
    reasoning text NOT NULL,
    title text NOT NULL,
    provider text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT classification_layout_check CHECK ((layout = ANY (ARRAY['vertical'::text, 'horizontal'::text]))),
    CONSTRAINT classification_title_check CHECK ((title <> ''::text))
);

ALTER TABLE ONLY public.classification FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.classification IS 'one row per (content, file name, classifier): the structure label and the written title';

COMMENT ON COLUMN public.classification.classification_id IS 'hash of what it was made from';

COMMENT ON COLUMN public.classification.layout IS 'vertical (report-like) or horizontal (slide-like)';

COMMENT ON COLUMN public.classification.reasoning IS 'why, in a sentence';

COMMENT ON COLUMN public.classification.title IS 'the written title; it stands in front of every heading path';

COMMENT ON COLUMN public.classification.provider IS 'who classified: local, or a model';

COMMENT ON COLUMN public.classification.created_at IS 'when it was made';

CREATE TABLE public.content (
    content_sha256 text NOT NULL,
    mime_type text NOT NULL,
    num_pages integer,
    preview jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT content_num_pages_check CHECK ((num_pages >= 0))
);

ALTER TABLE ONLY public.content FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.content IS 'one row per distinct content: what a first look at the bytes says';

COMMENT ON COLUMN public.content.content_sha256 IS 'SHA-256 of the bytes';

COMMENT ON COLUMN public.content.mime_type IS 'format by content';

COMMENT ON COLUMN public.content.num_pages IS 'pages or slides; null where the format has none';

COMMENT ON COLUMN public.content.preview IS 'metadata, and text and statistics of the first two pages; page images are named by hash';

COMMENT ON COLUMN public.content.created_at IS 'when it was read first';

CREATE TABLE public.description (
    artifact_sha256 text NOT NULL,
    describer text NOT NULL,
    kind text NOT NULL,
    artifact_class text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT description_kind_check CHECK ((kind = ANY (ARRAY['table'::text, 'picture'::text, 'slide'::text])))
);

ALTER TABLE ONLY public.description FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.description IS 'one row per described table, picture or slide and way of describing it';

COMMENT ON COLUMN public.description.artifact_sha256 IS 'hash of what is described';

COMMENT ON COLUMN public.description.describer IS 'hash of prompt, model and parameters';

COMMENT ON COLUMN public.description.kind IS 'table, picture or slide';

COMMENT ON COLUMN public.description.artifact_class IS 'what it is: Table, Chart, Logo, Blank, ...';

COMMENT ON COLUMN public.description.text IS 'the description';

COMMENT ON COLUMN public.description.created_at IS 'when it was made';

ALTER TABLE public.document ALTER COLUMN document_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.document_document_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.parse (
    parse_id text NOT NULL,
    content_sha256 text NOT NULL,
    parser_fingerprint text NOT NULL,
    output_sha256 text NOT NULL,
    num_pages integer NOT NULL,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    seconds jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    failed_pages integer[] DEFAULT '{}'::integer[] NOT NULL,
    CONSTRAINT parse_failed_pages_check CHECK ((1 <= ALL (failed_pages))),
    CONSTRAINT parse_num_pages_check CHECK ((num_pages >= 0))
);

ALTER TABLE ONLY public.parse FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.parse IS 'one row per (content, parser fingerprint): what a parser made of some bytes';

COMMENT ON COLUMN public.parse.parse_id IS 'hash of content and fingerprint';

COMMENT ON COLUMN public.parse.content_sha256 IS 'SHA-256 of the bytes';

COMMENT ON COLUMN public.parse.parser_fingerprint IS 'hash of the parser''s version, models and settings';

COMMENT ON COLUMN public.parse.output_sha256 IS 'hash of what later stages read of it: an equal one stops the cascade';

COMMENT ON COLUMN public.parse.num_pages IS 'pages; 0 where the format has none';

COMMENT ON COLUMN public.parse.warnings IS 'what is missing and why, one line each';

COMMENT ON COLUMN public.parse.seconds IS 'wall seconds by step: layout, ocr, table_structure, ...';

COMMENT ON COLUMN public.parse.created_at IS 'when it was stored';

COMMENT ON COLUMN public.parse.failed_pages IS 'pages that could not be read, or whose layout could not be analysed (their plain text is kept); empty in a complete parse';

CREATE TABLE public.picture_artifact (
    parse_id text NOT NULL,
    ordinal integer NOT NULL,
    artifact_sha256 text NOT NULL,
    page_no integer,
    bbox real[],
    caption text DEFAULT ''::text NOT NULL,
    text text DEFAULT ''::text NOT NULL,
    chart_markdown text DEFAULT ''::text NOT NULL,
    image_sha256 text,
    width_px integer NOT NULL,
    height_px integer NOT NULL,
    CONSTRAINT picture_artifact_bbox_check CHECK (((bbox IS NULL) OR (array_length(bbox, 1) = 4))),
    CONSTRAINT picture_artifact_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT picture_box CHECK (((bbox IS NULL) OR ((page_no IS NOT NULL) AND (bbox[1] <= bbox[3]) AND (bbox[2] <= bbox[4])))),
    CONSTRAINT picture_size CHECK (((width_px >= 0) AND (height_px >= 0)))
);

ALTER TABLE ONLY public.picture_artifact FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.picture_artifact IS 'one row per picture, chart or diagram of a parse';

COMMENT ON COLUMN public.picture_artifact.parse_id IS 'the parse';

COMMENT ON COLUMN public.picture_artifact.ordinal IS 'number in the document, from 1: the placeholder is <<picture_N>>';

COMMENT ON COLUMN public.picture_artifact.artifact_sha256 IS 'hash of caption, texts and image: equal pictures share their description';

COMMENT ON COLUMN public.picture_artifact.page_no IS 'its page; null where the format has none';

COMMENT ON COLUMN public.picture_artifact.bbox IS '[left, top, right, bottom] in points from the top left corner; null where unknown';

COMMENT ON COLUMN public.picture_artifact.caption IS 'its caption, or empty';

COMMENT ON COLUMN public.picture_artifact.text IS 'labels and numbers inside the picture, in reading order';

COMMENT ON COLUMN public.picture_artifact.chart_markdown IS 'values of a native chart as a markdown table, or empty';

COMMENT ON COLUMN public.picture_artifact.image_sha256 IS 'its crop among the blobs; null when it was not rendered';

COMMENT ON COLUMN public.picture_artifact.width_px IS 'width of the crop in pixels';

COMMENT ON COLUMN public.picture_artifact.height_px IS 'height of the crop in pixels';

CREATE TABLE public.stage_state (
    document_no bigint NOT NULL,
    stage text NOT NULL,
    index_no integer DEFAULT 0 NOT NULL,
    status text NOT NULL,
    fingerprint text NOT NULL,
    outputs jsonb DEFAULT '{}'::jsonb NOT NULL,
    done_fingerprint text,
    attempts integer DEFAULT 1 NOT NULL,
    error_class text,
    error text,
    is_transient boolean DEFAULT false NOT NULL,
    seconds real DEFAULT 0 NOT NULL,
    calls jsonb DEFAULT '{}'::jsonb NOT NULL,
    finished_at timestamp with time zone DEFAULT now() NOT NULL,
    version text,
    CONSTRAINT done_is_the_last_success CHECK (((status = 'failed'::text) OR (NOT (done_fingerprint IS DISTINCT FROM fingerprint)))),
    CONSTRAINT failed_has_an_error CHECK (((status = 'failed'::text) = (error IS NOT NULL))),
    CONSTRAINT stage_effort CHECK (((attempts >= 1) AND (seconds >= (0)::double precision))),
    CONSTRAINT stage_state_status_check CHECK ((status = ANY (ARRAY['done'::text, 'failed'::text])))
);

ALTER TABLE ONLY public.stage_state FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.stage_state IS 'one row per (document, stage, index): what the stage did last';

COMMENT ON COLUMN public.stage_state.document_no IS 'the document';

COMMENT ON COLUMN public.stage_state.stage IS 'documents, classifications, pages, descriptions, chunks, embeddings or search_index';

COMMENT ON COLUMN public.stage_state.index_no IS 'the index; 0 for stages that all indexes share';

COMMENT ON COLUMN public.stage_state.status IS 'done or failed';

COMMENT ON COLUMN public.stage_state.fingerprint IS 'hash of what the stage was and what it read at the last attempt';

COMMENT ON COLUMN public.stage_state.outputs IS 'named hashes that later stages read, of the last success';

COMMENT ON COLUMN public.stage_state.done_fingerprint IS 'fingerprint of the last success; null when there was none';

COMMENT ON COLUMN public.stage_state.attempts IS 'attempts with this fingerprint in a row';

COMMENT ON COLUMN public.stage_state.error_class IS 'kind of the error; null when done';

COMMENT ON COLUMN public.stage_state.error IS 'the error in one line; null when done';

COMMENT ON COLUMN public.stage_state.is_transient IS 'whether the next ingestion tries again by itself';

COMMENT ON COLUMN public.stage_state.seconds IS 'wall seconds of the last attempt';

COMMENT ON COLUMN public.stage_state.calls IS 'what the last attempt called and how often: {"parse": 1}';

COMMENT ON COLUMN public.stage_state.finished_at IS 'when the last attempt ended';

COMMENT ON COLUMN public.stage_state.version IS 'hash of what the stage was made of at the last attempt: code, model and parameters, without its inputs';

CREATE TABLE public.table_artifact (
    parse_id text NOT NULL,
    ordinal integer NOT NULL,
    artifact_sha256 text NOT NULL,
    page_no integer,
    bbox real[],
    caption text DEFAULT ''::text NOT NULL,
    num_rows integer NOT NULL,
    num_cols integer NOT NULL,
    cells jsonb NOT NULL,
    markdown text NOT NULL,
    CONSTRAINT table_artifact_bbox_check CHECK (((bbox IS NULL) OR (array_length(bbox, 1) = 4))),
    CONSTRAINT table_artifact_ordinal_check CHECK ((ordinal >= 1)),
    CONSTRAINT table_box CHECK (((bbox IS NULL) OR ((page_no IS NOT NULL) AND (bbox[1] <= bbox[3]) AND (bbox[2] <= bbox[4])))),
    CONSTRAINT table_size CHECK (((num_rows >= 0) AND (num_cols >= 0)))
);

ALTER TABLE ONLY public.table_artifact FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.table_artifact IS 'one row per table of a parse';

COMMENT ON COLUMN public.table_artifact.parse_id IS 'the parse';

COMMENT ON COLUMN public.table_artifact.ordinal IS 'number in the document, from 1: the placeholder is <<table_N>>';

COMMENT ON COLUMN public.table_artifact.artifact_sha256 IS 'hash of caption and markdown: equal tables share their description';

COMMENT ON COLUMN public.table_artifact.page_no IS 'page on which it starts; null where the format has none';

COMMENT ON COLUMN public.table_artifact.bbox IS '[left, top, right, bottom] in points from the top left corner; null where unknown';

COMMENT ON COLUMN public.table_artifact.caption IS 'its caption, or empty';

COMMENT ON COLUMN public.table_artifact.num_rows IS 'rows of its grid, headings included';

COMMENT ON COLUMN public.table_artifact.num_cols IS 'columns of its grid';

COMMENT ON COLUMN public.table_artifact.cells IS 'its cells: [{text, row_start, row_end, col_start, col_end, is_header, bbox}], ends exclusive';

COMMENT ON COLUMN public.table_artifact.markdown IS 'the table as markdown, merged cells repeated';

CREATE VIEW public.document_overview WITH (security_invoker='true') AS
 SELECT d.document_no,
    d.document_id,
    d.collection,
    d.source_uri,
    c.mime_type,
    k.layout,
    k.title,
    p.num_pages,
    ( SELECT count(*) AS count
           FROM public.table_artifact t
          WHERE (t.parse_id = p.parse_id)) AS num_tables,
    ( SELECT count(*) AS count
           FROM public.picture_artifact t
          WHERE (t.parse_id = p.parse_id)) AS num_pictures,
    ( SELECT COALESCE(sum(s.num_chunks), (0)::bigint) AS "coalesce"
           FROM (public.index_document i
             JOIN public.chunk_set s USING (chunk_set_id))
          WHERE (i.document_no = d.document_no)) AS num_live_chunks,
    f.stage AS failed_stage,
    f.error,
    d.added_at,
    d.changed_at,
        CASE
            WHEN (l.is_live AND (f.stage IS NOT NULL)) THEN 'outdated'::text
            WHEN l.is_live THEN 'live'::text
            WHEN (f.stage IS NOT NULL) THEN 'failed'::text
            ELSE 'waiting'::text
        END AS status,
    d.size_bytes,
    ( SELECT COALESCE(sum(g.num_layer_tokens), (0)::bigint) AS "coalesce"
           FROM public.page g
          WHERE (g.parse_id = p.parse_id)) AS num_layer_tokens,
    ( SELECT COALESCE(sum(g.num_lost_tokens), (0)::bigint) AS "coalesce"
           FROM public.page g
          WHERE (g.parse_id = p.parse_id)) AS num_lost_tokens,
    ( SELECT COALESCE(sum(s.seconds), (0)::real) AS "coalesce"
           FROM public.stage_state s
          WHERE (s.document_no = d.document_no)) AS seconds,
    ( SELECT COALESCE(jsonb_object_agg(n.call, n.times), '{}'::jsonb) AS "coalesce"
           FROM ( SELECT e.key AS call,
                    sum((e.value)::bigint) AS times
                   FROM (public.stage_state s
                     CROSS JOIN LATERAL jsonb_each_text(s.calls) e(key, value))
                  WHERE (s.document_no = d.document_no)
                  GROUP BY e.key) n) AS calls
   FROM (((((((public.document d
     LEFT JOIN public.content c USING (content_sha256))
     LEFT JOIN public.stage_state label ON (((label.document_no = d.document_no) AND (label.stage = 'classifications'::text))))
     LEFT JOIN public.classification k ON ((k.classification_id = (label.outputs ->> 'classification'::text))))
     LEFT JOIN public.stage_state pages ON (((pages.document_no = d.document_no) AND (pages.stage = 'pages'::text))))
     LEFT JOIN public.parse p ON ((p.parse_id = (pages.outputs ->> 'parse_id'::text))))
     LEFT JOIN LATERAL ( SELECT s.stage,
            s.error
           FROM public.stage_state s
          WHERE ((s.document_no = d.document_no) AND (s.status = 'failed'::text))
          ORDER BY s.finished_at DESC
         LIMIT 1) f ON (true))
     CROSS JOIN LATERAL ( SELECT (EXISTS ( SELECT
                   FROM public.index_document i
                  WHERE (i.document_no = d.document_no))) AS is_live) l);

COMMENT ON VIEW public.document_overview IS 'one row per document: what it is, what was found in it, what is live, what failed last, what it took';

COMMENT ON COLUMN public.document_overview.document_no IS 'internal number, as in document';

COMMENT ON COLUMN public.document_overview.document_id IS 'public id: stays when the content changes';

COMMENT ON COLUMN public.document_overview.collection IS 'the collection that the document belongs to';

COMMENT ON COLUMN public.document_overview.source_uri IS 'path below its source root';

COMMENT ON COLUMN public.document_overview.mime_type IS 'format by content; null before the first read';

COMMENT ON COLUMN public.document_overview.layout IS 'vertical (report-like) or horizontal (slide-like)';

COMMENT ON COLUMN public.document_overview.title IS 'the written title';

COMMENT ON COLUMN public.document_overview.num_pages IS 'pages of the newest parse; 0 where the format has none';

COMMENT ON COLUMN public.document_overview.num_tables IS 'tables of the newest parse';

COMMENT ON COLUMN public.document_overview.num_pictures IS 'pictures of the newest parse';

COMMENT ON COLUMN public.document_overview.num_live_chunks IS 'chunks that answer, summed over all indexes';

COMMENT ON COLUMN public.document_overview.failed_stage IS 'the stage that failed last; null when none is failed';

COMMENT ON COLUMN public.document_overview.error IS 'why it failed, in one line';

COMMENT ON COLUMN public.document_overview.added_at IS 'when a source listed the document first';

COMMENT ON COLUMN public.document_overview.changed_at IS 'when the listing last said that its bytes may have changed';

COMMENT ON COLUMN public.document_overview.status IS 'live: it answers; outdated: an older version answers because a stage failed; failed: nothing answers; waiting: not there yet';

COMMENT ON COLUMN public.document_overview.size_bytes IS 'size of the file';

COMMENT ON COLUMN public.document_overview.num_layer_tokens IS 'tokens of the text layer of all pages';

COMMENT ON COLUMN public.document_overview.num_lost_tokens IS 'how many of them reached no text, table, picture or furniture';

COMMENT ON COLUMN public.document_overview.seconds IS 'time of the last run of every stage, summed';

COMMENT ON COLUMN public.document_overview.calls IS 'what the last run of every stage called, and how often: {"parse": 1, "embed_texts": 12}';

CREATE TABLE public.parse_description (
    parse_id text NOT NULL,
    describer text NOT NULL,
    kind text NOT NULL,
    ordinal integer NOT NULL,
    artifact_sha256 text NOT NULL,
    CONSTRAINT parse_description_kind_check CHECK ((kind = ANY (ARRAY['table'::text, 'picture'::text, 'slide'::text]))),
    CONSTRAINT parse_description_ordinal_check CHECK ((ordinal >= 1))
);

ALTER TABLE ONLY public.parse_description FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.parse_description IS 'one row per (parse, describer, artifact): which description answers for which table, picture or slide';

COMMENT ON COLUMN public.parse_description.parse_id IS 'the parse';

COMMENT ON COLUMN public.parse_description.describer IS 'the way of describing';

COMMENT ON COLUMN public.parse_description.kind IS 'table, picture or slide';

COMMENT ON COLUMN public.parse_description.ordinal IS 'number of the table or picture in the parse, page number of a slide';

COMMENT ON COLUMN public.parse_description.artifact_sha256 IS 'hash of what is described';

CREATE VIEW public.document_table WITH (security_invoker='true') AS
 SELECT d.collection,
    d.source_uri,
    t.ordinal,
    t.page_no,
    t.caption,
    t.num_rows,
    t.num_cols,
    t.markdown,
    ( SELECT e.text
           FROM (public.parse_description o
             JOIN public.description e USING (artifact_sha256, describer))
          WHERE ((o.parse_id = t.parse_id) AND (o.kind = 'table'::text) AND (o.ordinal = t.ordinal))
          ORDER BY e.created_at DESC, e.describer
         LIMIT 1) AS description,
    ( SELECT count(*) AS count
           FROM ((public.chunk_set s
             JOIN public.index_document i ON ((i.chunk_set_id = s.chunk_set_id)))
             JOIN public.chunk c ON ((c.chunk_set_id = s.chunk_set_id)))
          WHERE ((s.document_no = d.document_no) AND (s.parse_id = t.parse_id) AND (((c.kind = 'table'::text) AND (c.artifact_ordinal = t.ordinal)) OR ((c.kind = 'slide'::text) AND (t.page_no = ANY (c.page_nos)))))) AS num_live_chunks,
    t.bbox,
    t.cells,
    d.document_no,
    t.parse_id
   FROM ((public.document d
     JOIN public.stage_state p ON (((p.document_no = d.document_no) AND (p.stage = 'pages'::text))))
     JOIN public.table_artifact t ON ((t.parse_id = (p.outputs ->> 'parse_id'::text))));

COMMENT ON VIEW public.document_table IS 'one row per table of a document''s newest parse';

COMMENT ON COLUMN public.document_table.collection IS 'collection of the document';

COMMENT ON COLUMN public.document_table.source_uri IS 'path of the document below its source root';

COMMENT ON COLUMN public.document_table.ordinal IS 'number of the table in the document, from 1: the placeholder is <<table_N>>';

COMMENT ON COLUMN public.document_table.page_no IS 'page on which it starts; null where the format has none';

COMMENT ON COLUMN public.document_table.caption IS 'its caption, or empty';

COMMENT ON COLUMN public.document_table.num_rows IS 'rows of its grid, headings included';

COMMENT ON COLUMN public.document_table.num_cols IS 'columns of its grid';

COMMENT ON COLUMN public.document_table.markdown IS 'the table as markdown, merged cells repeated';

COMMENT ON COLUMN public.document_table.description IS 'what the newest describer says of it';

COMMENT ON COLUMN public.document_table.num_live_chunks IS 'live chunks that hold it, summed over all indexes: those of its description, or that of its slide';

COMMENT ON COLUMN public.document_table.bbox IS 'its box [left, top, right, bottom] in points from the top left corner';

COMMENT ON COLUMN public.document_table.cells IS 'its cells: [{text, row_start, row_end, col_start, col_end, is_header, bbox}], ends exclusive';

COMMENT ON COLUMN public.document_table.document_no IS 'internal number of the document';

COMMENT ON COLUMN public.document_table.parse_id IS 'the parse that found it';

CREATE TABLE public.posting (
    term_id bigint NOT NULL,
    chunk_no bigint NOT NULL,
    document_no bigint NOT NULL,
    index_no integer NOT NULL,
    tf smallint NOT NULL,
    dl smallint NOT NULL
)
PARTITION BY LIST (index_no);

ALTER TABLE ONLY public.posting FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.posting IS 'one row per distinct term of a live chunk, partitioned by index';

COMMENT ON COLUMN public.posting.term_id IS 'the term';

COMMENT ON COLUMN public.posting.chunk_no IS 'the chunk';

COMMENT ON COLUMN public.posting.document_no IS 'its document: for filters and removal';

COMMENT ON COLUMN public.posting.index_no IS 'the index';

COMMENT ON COLUMN public.posting.tf IS 'how often the term stands in the chunk, at most 32767';

COMMENT ON COLUMN public.posting.dl IS 'lexemes of the chunk, at most 32767';

CREATE SEQUENCE public.term_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 100;

COMMENT ON SEQUENCE public.term_id_seq IS 'numbers of terms, drawn by new terms only';

CREATE TABLE public.term (
    term_id bigint DEFAULT nextval('public.term_id_seq'::regclass) NOT NULL,
    index_no integer NOT NULL,
    df integer NOT NULL,
    term text NOT NULL,
    text_config regconfig NOT NULL,
    CONSTRAINT term_df_check CHECK ((df > 0))
)
PARTITION BY LIST (index_no);

ALTER TABLE ONLY public.term FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.term IS 'one row per term of an index, partitioned by index';

COMMENT ON COLUMN public.term.term_id IS 'its number';

COMMENT ON COLUMN public.term.index_no IS 'the index';

COMMENT ON COLUMN public.term.df IS 'live chunks that hold it, never 0';

COMMENT ON COLUMN public.term.term IS 'the term: normalised and stemmed';

COMMENT ON COLUMN public.term.text_config IS 'text-search configuration that made the term: one spelling may be a term of several';

CREATE VIEW public.document_term WITH (security_invoker='true') AS
 SELECT n.index_name,
    d.collection,
    d.source_uri,
    t.term,
    t.text_config,
    sum(p.tf) AS tf,
    count(*) AS num_chunks,
    t.df,
    p.document_no,
    p.index_no
   FROM (((public.posting p
     JOIN public.term t ON (((t.index_no = p.index_no) AND (t.term_id = p.term_id))))
     JOIN public.search_index n ON ((n.index_no = p.index_no)))
     JOIN public.document d ON ((d.document_no = p.document_no)))
  GROUP BY p.index_no, n.index_name, p.document_no, d.collection, d.source_uri, t.term, t.text_config, t.df;

COMMENT ON VIEW public.document_term IS 'one row per (index, document, term): how often the document says it';

COMMENT ON COLUMN public.document_term.index_name IS 'the index';

COMMENT ON COLUMN public.document_term.collection IS 'collection of the document';

COMMENT ON COLUMN public.document_term.source_uri IS 'path of the document below its source root';

COMMENT ON COLUMN public.document_term.term IS 'the term: normalised, stemmed by its configuration';

COMMENT ON COLUMN public.document_term.text_config IS 'configuration that made the term';

COMMENT ON COLUMN public.document_term.tf IS 'occurrences in the live chunks of the document; heading paths count in every chunk';

COMMENT ON COLUMN public.document_term.num_chunks IS 'live chunks of the document that hold it';

COMMENT ON COLUMN public.document_term.df IS 'live chunks of all documents that hold it';

COMMENT ON COLUMN public.document_term.document_no IS 'internal number of the document';

COMMENT ON COLUMN public.document_term.index_no IS 'internal number of the index';

CREATE VIEW public.duplicate_chunk WITH (security_invoker='true') AS
 SELECT n.index_name,
    c.kind,
    c.text,
    count(*) AS num_chunks,
    count(DISTINCT i.document_no) AS num_documents,
    array_agg(((d.collection || '/'::text) || d.source_uri) ORDER BY d.collection, d.source_uri, c.ordinal) AS documents,
    array_agg(c.chunk_id ORDER BY d.collection, d.source_uri, c.ordinal) AS chunk_ids,
    n.index_no
   FROM (((public.index_document i
     JOIN public.search_index n USING (index_no))
     JOIN public.document d USING (document_no))
     JOIN public.chunk c ON ((c.chunk_set_id = i.chunk_set_id)))
  GROUP BY n.index_no, n.index_name, c.kind, c.text
 HAVING (count(*) > 1);

COMMENT ON VIEW public.duplicate_chunk IS 'one row per (index, kind, text) that several live chunks have';

COMMENT ON COLUMN public.duplicate_chunk.index_name IS 'the index';

COMMENT ON COLUMN public.duplicate_chunk.kind IS 'text, table, picture, slide or page';

COMMENT ON COLUMN public.duplicate_chunk.text IS 'the text that they share';

COMMENT ON COLUMN public.duplicate_chunk.num_chunks IS 'chunks with this text, at least 2';

COMMENT ON COLUMN public.duplicate_chunk.num_documents IS 'documents that they belong to';

COMMENT ON COLUMN public.duplicate_chunk.documents IS 'collection and path of the document of each';

COMMENT ON COLUMN public.duplicate_chunk.chunk_ids IS 'their public ids, in the same order';

COMMENT ON COLUMN public.duplicate_chunk.index_no IS 'internal number of the index';

CREATE VIEW public.duplicate_document WITH (security_invoker='true') AS
 SELECT content_sha256,
    count(*) AS num_documents,
    array_agg(((collection || '/'::text) || source_uri) ORDER BY collection, source_uri) AS documents,
    min(size_bytes) AS size_bytes
   FROM public.document d
  WHERE (content_sha256 IS NOT NULL)
  GROUP BY content_sha256
 HAVING (count(*) > 1);

COMMENT ON VIEW public.duplicate_document IS 'one row per content that several documents hold';

COMMENT ON COLUMN public.duplicate_document.content_sha256 IS 'SHA-256 of the bytes';

COMMENT ON COLUMN public.duplicate_document.num_documents IS 'documents with these bytes, at least 2';

COMMENT ON COLUMN public.duplicate_document.documents IS 'their collections and paths';

COMMENT ON COLUMN public.duplicate_document.size_bytes IS 'size of one of them';

CREATE TABLE public.embedding (
    space text NOT NULL,
    input_sha256 text NOT NULL,
    vector public.vector NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.embedding FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.embedding IS 'one row per (space, embedded text): the vector, reused across versions and documents';

COMMENT ON COLUMN public.embedding.space IS 'model and precision';

COMMENT ON COLUMN public.embedding.input_sha256 IS 'hash of the text';

COMMENT ON COLUMN public.embedding.vector IS 'the vector as the model gave it, float32';

COMMENT ON COLUMN public.embedding.created_at IS 'when it was stored';

CREATE TABLE public.embedding_space (
    space text NOT NULL,
    dimensions integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT embedding_space_dimensions_check CHECK (((dimensions >= 1) AND (dimensions <= 16000))),
    CONSTRAINT embedding_space_space_check CHECK ((space <> ''::text))
);

ALTER TABLE ONLY public.embedding_space FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.embedding_space IS 'one row per space that vectors or an index were made in';

COMMENT ON COLUMN public.embedding_space.space IS 'model and precision; only vectors of one space compare';

COMMENT ON COLUMN public.embedding_space.dimensions IS 'numbers in every vector of the space, for good';

COMMENT ON COLUMN public.embedding_space.created_at IS 'when it was seen first';

CREATE TABLE public.forgotten_document (
    document_id text NOT NULL,
    collection text NOT NULL,
    source_uri text NOT NULL,
    forgotten_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.forgotten_document FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.forgotten_document IS 'one row per place whose document was forgotten: ingestion passes it over until it is let in again';

COMMENT ON COLUMN public.forgotten_document.document_id IS 'public id that the document had, made of collection and path';

COMMENT ON COLUMN public.forgotten_document.collection IS 'collection that it was in';

COMMENT ON COLUMN public.forgotten_document.source_uri IS 'path below its source root';

COMMENT ON COLUMN public.forgotten_document.forgotten_at IS 'when it was forgotten';

CREATE TABLE public.impact (
    term_id bigint NOT NULL,
    index_no integer NOT NULL,
    block_no integer NOT NULL,
    idf real NOT NULL,
    c1 real NOT NULL,
    impacts public.sparsevec(2000) NOT NULL
)
PARTITION BY LIST (index_no);

ALTER TABLE ONLY public.impact FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.impact IS 'one row per term and block, partitioned by index: what the term adds to the scores of the chunks at most';

COMMENT ON COLUMN public.impact.term_id IS 'the term';

COMMENT ON COLUMN public.impact.index_no IS 'the index';

COMMENT ON COLUMN public.impact.block_no IS 'the block';

COMMENT ON COLUMN public.impact.idf IS 'idf of the term that the impacts were computed with';

COMMENT ON COLUMN public.impact.c1 IS 'k1 * b / avgdl that the impacts were computed with';

COMMENT ON COLUMN public.impact.impacts IS 'what the term adds at most to the scores of the chunks in each slot, nothing where it is in none of them';

CREATE TABLE public.impact_block (
    index_no integer NOT NULL,
    block_no integer NOT NULL,
    text_config regconfig NOT NULL,
    num_chunks integer NOT NULL,
    k1 double precision NOT NULL,
    b double precision NOT NULL,
    avgdl double precision NOT NULL,
    CONSTRAINT impact_block_num_chunks_check CHECK (((num_chunks >= 1) AND (num_chunks <= 4000)))
);

ALTER TABLE ONLY public.impact_block FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.impact_block IS 'one row per block of up to 2000 chunks, which BM25 scores as one, and text-search configuration of its chunks';

COMMENT ON COLUMN public.impact_block.index_no IS 'the index';

COMMENT ON COLUMN public.impact_block.block_no IS 'number of the block in the index';

COMMENT ON COLUMN public.impact_block.text_config IS 'text-search configuration';

COMMENT ON COLUMN public.impact_block.num_chunks IS 'chunks that went into the block; those that are live have a row in impact_slot';

COMMENT ON COLUMN public.impact_block.k1 IS 'k1 of BM25 that the impacts were computed with';

COMMENT ON COLUMN public.impact_block.b IS 'b of BM25 that the impacts were computed with';

COMMENT ON COLUMN public.impact_block.avgdl IS 'mean length of chunks in lexemes that the impacts were computed with';

CREATE TABLE public.impact_slot (
    chunk_no bigint NOT NULL,
    document_no bigint NOT NULL,
    index_no integer NOT NULL,
    block_no integer NOT NULL,
    slot integer NOT NULL
)
PARTITION BY LIST (index_no);

ALTER TABLE ONLY public.impact_slot FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.impact_slot IS 'one row per live chunk in a block of impacts, partitioned by index';

COMMENT ON COLUMN public.impact_slot.chunk_no IS 'the chunk';

COMMENT ON COLUMN public.impact_slot.document_no IS 'its document: for removal';

COMMENT ON COLUMN public.impact_slot.index_no IS 'the index';

COMMENT ON COLUMN public.impact_slot.block_no IS 'the block';

COMMENT ON COLUMN public.impact_slot.slot IS 'which element of the vectors in impact is the chunk''s and its neighbour''s, from 1';

CREATE TABLE public.index_alias (
    alias text NOT NULL,
    index_no integer NOT NULL
);

ALTER TABLE ONLY public.index_alias FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.index_alias IS 'one row per name that users say, and the index that answers to it';

COMMENT ON COLUMN public.index_alias.alias IS 'the name';

COMMENT ON COLUMN public.index_alias.index_no IS 'the index';

CREATE TABLE public.index_stat (
    index_no integer NOT NULL,
    num_documents bigint DEFAULT 0 NOT NULL,
    num_chunks bigint DEFAULT 0 NOT NULL,
    num_lexical bigint DEFAULT 0 NOT NULL,
    total_length bigint DEFAULT 0 NOT NULL,
    num_vectors bigint DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.index_stat FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.index_stat IS 'one row per index: sums over index_document, right after every transaction';

COMMENT ON COLUMN public.index_stat.index_no IS 'the index';

COMMENT ON COLUMN public.index_stat.num_documents IS 'documents that answer';

COMMENT ON COLUMN public.index_stat.num_chunks IS 'their chunks';

COMMENT ON COLUMN public.index_stat.num_lexical IS 'their chunks with at least one term';

COMMENT ON COLUMN public.index_stat.total_length IS 'sum of the lengths of those in lexemes';

COMMENT ON COLUMN public.index_stat.num_vectors IS 'their vectors';

CREATE TABLE public.keyword (
    index_no integer NOT NULL,
    document_no bigint NOT NULL,
    term text NOT NULL,
    weight real NOT NULL,
    CONSTRAINT keyword_term_check CHECK ((term <> ''::text)),
    CONSTRAINT keyword_weight_check CHECK (((weight > (0)::double precision) AND (weight <= (1)::double precision)))
);

ALTER TABLE ONLY public.keyword FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.keyword IS 'one row per word that tells a live document apart: of its file name, its title, or the beginning of its text';

COMMENT ON COLUMN public.keyword.index_no IS 'the index';

COMMENT ON COLUMN public.keyword.document_no IS 'the document';

COMMENT ON COLUMN public.keyword.term IS 'the word as a term of the text-search configuration of the document';

COMMENT ON COLUMN public.keyword.weight IS '1 for file name and title, half for the beginning of the text';

CREATE TABLE public.lexical_stat (
    index_no integer NOT NULL,
    text_config regconfig NOT NULL,
    num_documents bigint NOT NULL,
    num_lexical bigint NOT NULL,
    total_length bigint NOT NULL,
    CONSTRAINT lexical_stat_check CHECK ((total_length >= num_lexical)),
    CONSTRAINT lexical_stat_num_documents_check CHECK ((num_documents > 0)),
    CONSTRAINT lexical_stat_num_lexical_check CHECK ((num_lexical >= 0))
);

ALTER TABLE ONLY public.lexical_stat FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.lexical_stat IS 'one row per index and text-search configuration of its documents: the n and avgdl of BM25, right after every transaction';

COMMENT ON COLUMN public.lexical_stat.index_no IS 'the index';

COMMENT ON COLUMN public.lexical_stat.text_config IS 'text-search configuration of its documents';

COMMENT ON COLUMN public.lexical_stat.num_documents IS 'documents of this configuration that answer, never 0';

COMMENT ON COLUMN public.lexical_stat.num_lexical IS 'their chunks with at least one term: the n of BM25';

COMMENT ON COLUMN public.lexical_stat.total_length IS 'sum of the lengths of those chunks in lexemes: avgdl is total_length / num_lexical';

CREATE VIEW public.live_chunk WITH (security_invoker='true') AS
 SELECT n.index_name,
    ARRAY( SELECT a.alias
           FROM public.index_alias a
          WHERE (a.index_no = n.index_no)
          ORDER BY a.alias) AS aliases,
    d.collection,
    d.source_uri,
    c.chunk_id,
    c.ordinal,
    c.kind,
    c.page_nos,
    c.headings,
    c.text,
    c.num_tokens,
    c.locators,
    c.artifact_ordinal,
    c.parent_ordinal,
    c.chunk_no,
    c.chunk_set_id,
    d.document_no,
    d.document_id,
    n.index_no,
    s.parse_id,
    i.text_config,
    i.published_at
   FROM ((((public.index_document i
     JOIN public.search_index n USING (index_no))
     JOIN public.document d USING (document_no))
     JOIN public.chunk_set s ON ((s.chunk_set_id = i.chunk_set_id)))
     JOIN public.chunk c ON ((c.chunk_set_id = i.chunk_set_id)));

COMMENT ON VIEW public.live_chunk IS 'one row per (index, chunk that answers in it): its document, place and text';

COMMENT ON COLUMN public.live_chunk.index_name IS 'the index in which the chunk answers';

COMMENT ON COLUMN public.live_chunk.aliases IS 'other names that lead to this index';

COMMENT ON COLUMN public.live_chunk.collection IS 'collection of the document';

COMMENT ON COLUMN public.live_chunk.source_uri IS 'path of the document below its source root';

COMMENT ON COLUMN public.live_chunk.chunk_id IS 'public id: stays while text and place stay';

COMMENT ON COLUMN public.live_chunk.ordinal IS 'position in reading order, from 0';

COMMENT ON COLUMN public.live_chunk.kind IS 'text, table, picture, slide or page';

COMMENT ON COLUMN public.live_chunk.page_nos IS 'pages on which it stands, ascending; empty where the format has none';

COMMENT ON COLUMN public.live_chunk.headings IS 'document title, then the headings above it';

COMMENT ON COLUMN public.live_chunk.text IS 'what a reader sees: text with placeholders, or a description';

COMMENT ON COLUMN public.live_chunk.num_tokens IS 'length in tokens of the embedder';

COMMENT ON COLUMN public.live_chunk.locators IS 'places: [{page, bbox [left, top, right, bottom], unit, origin}] or [{char_start, char_end}]';

COMMENT ON COLUMN public.live_chunk.artifact_ordinal IS 'number of the table or picture that it describes, as in table_artifact and picture_artifact';

COMMENT ON COLUMN public.live_chunk.parent_ordinal IS 'ordinal of the text chunk that holds the placeholder of that table or picture';

COMMENT ON COLUMN public.live_chunk.chunk_no IS 'internal number, as in chunk';

COMMENT ON COLUMN public.live_chunk.chunk_set_id IS 'the set that it belongs to';

COMMENT ON COLUMN public.live_chunk.document_no IS 'internal number of the document';

COMMENT ON COLUMN public.live_chunk.document_id IS 'public id of the document';

COMMENT ON COLUMN public.live_chunk.index_no IS 'internal number of the index';

COMMENT ON COLUMN public.live_chunk.parse_id IS 'the parse that it was made from';

COMMENT ON COLUMN public.live_chunk.text_config IS 'text-search configuration of its terms';

COMMENT ON COLUMN public.live_chunk.published_at IS 'since when it answers';

CREATE VIEW public.misplaced_box WITH (security_invoker='true') AS
 SELECT b.kind,
    b.parse_id,
    b.ordinal,
    b.page_no,
    b.bbox,
    p.width_pt,
    p.height_pt
   FROM (( SELECT 'block'::text AS kind,
            block.parse_id,
            block.ordinal,
            block.page_no,
            block.bbox
           FROM public.block
        UNION ALL
         SELECT 'table'::text AS kind,
            table_artifact.parse_id,
            table_artifact.ordinal,
            table_artifact.page_no,
            table_artifact.bbox
           FROM public.table_artifact
        UNION ALL
         SELECT 'picture'::text AS kind,
            picture_artifact.parse_id,
            picture_artifact.ordinal,
            picture_artifact.page_no,
            picture_artifact.bbox
           FROM public.picture_artifact) b
     LEFT JOIN public.page p ON (((p.parse_id = b.parse_id) AND (p.page_no = b.page_no))))
  WHERE ((b.bbox IS NOT NULL) AND (public.lies_on_page(b.bbox, p.width_pt, p.height_pt) IS NOT TRUE));

COMMENT ON VIEW public.misplaced_box IS 'one row per block, table or picture whose box does not lie on its page: a check of everything';

COMMENT ON COLUMN public.misplaced_box.kind IS 'block, table or picture';

COMMENT ON COLUMN public.misplaced_box.parse_id IS 'the parse';

COMMENT ON COLUMN public.misplaced_box.ordinal IS 'number of the block, table or picture in the parse';

COMMENT ON COLUMN public.misplaced_box.page_no IS 'the page that it names';

COMMENT ON COLUMN public.misplaced_box.bbox IS '[left, top, right, bottom] in points from the top left corner';

COMMENT ON COLUMN public.misplaced_box.width_pt IS 'width of the page in points; null when the parse has no such page';

COMMENT ON COLUMN public.misplaced_box.height_pt IS 'height of the page in points';

CREATE TABLE public.model_call (
    request_sha256 text NOT NULL,
    job text NOT NULL,
    endpoint text NOT NULL,
    model text NOT NULL,
    response text NOT NULL,
    finish_reason text NOT NULL,
    num_documents integer NOT NULL,
    input_tokens integer,
    cached_tokens integer,
    output_tokens integer,
    seconds real NOT NULL,
    cost_usd numeric,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT model_call_cached_tokens_check CHECK ((cached_tokens >= 0)),
    CONSTRAINT model_call_cost_usd_check CHECK ((cost_usd >= (0)::numeric)),
    CONSTRAINT model_call_endpoint_check CHECK ((endpoint <> ''::text)),
    CONSTRAINT model_call_finish_reason_check CHECK ((finish_reason = ANY (ARRAY['stop'::text, 'length'::text]))),
    CONSTRAINT model_call_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT model_call_job_check CHECK ((job <> ''::text)),
    CONSTRAINT model_call_model_check CHECK ((model <> ''::text)),
    CONSTRAINT model_call_num_documents_check CHECK ((num_documents >= 0)),
    CONSTRAINT model_call_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT model_call_seconds_check CHECK ((seconds >= (0)::double precision))
);

ALTER TABLE ONLY public.model_call FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.model_call IS 'one row per reply of a model that answers an equal request again';

COMMENT ON COLUMN public.model_call.request_sha256 IS 'hash of endpoint, model, messages with image hashes, schema and parameters';

COMMENT ON COLUMN public.model_call.job IS 'what the model was asked for: classify, title, table, picture, slide, answer, ...';

COMMENT ON COLUMN public.model_call.endpoint IS 'address of the API';

COMMENT ON COLUMN public.model_call.model IS 'name of the model';

COMMENT ON COLUMN public.model_call.response IS 'what it said';

COMMENT ON COLUMN public.model_call.finish_reason IS 'stop, or length when it was cut at the limit of output tokens';

COMMENT ON COLUMN public.model_call.num_documents IS 'documents that the request was made from; the reply goes when one of them is forgotten';

COMMENT ON COLUMN public.model_call.input_tokens IS 'tokens of the request as the provider counts; null where it does not say';

COMMENT ON COLUMN public.model_call.cached_tokens IS 'how many of them the provider had cached; null where it does not say';

COMMENT ON COLUMN public.model_call.output_tokens IS 'tokens of the reply; null where the provider does not say';

COMMENT ON COLUMN public.model_call.seconds IS 'wall seconds of the call';

COMMENT ON COLUMN public.model_call.cost_usd IS 'its price; null where the price of the model is not known';

COMMENT ON COLUMN public.model_call.created_at IS 'when it was made';

CREATE TABLE public.model_call_document (
    request_sha256 text NOT NULL,
    document_no bigint NOT NULL
);

ALTER TABLE ONLY public.model_call_document FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.model_call_document IS 'one row per (reply, document that it served)';

COMMENT ON COLUMN public.model_call_document.request_sha256 IS 'the reply';

COMMENT ON COLUMN public.model_call_document.document_no IS 'the document';

CREATE TABLE public.model_rate (
    endpoint text NOT NULL,
    model text NOT NULL,
    requests_left double precision NOT NULL,
    tokens_left double precision NOT NULL,
    paused_until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.model_rate FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.model_rate IS 'one row per (endpoint, model) with a limit: what all processes together may still call';

COMMENT ON COLUMN public.model_rate.endpoint IS 'address of the API';

COMMENT ON COLUMN public.model_rate.model IS 'name of the model';

COMMENT ON COLUMN public.model_rate.requests_left IS 'requests that may start at updated_at; below 0 some wait for their turn';

COMMENT ON COLUMN public.model_rate.tokens_left IS 'tokens that may be sent at updated_at; below 0 some wait for their turn';

COMMENT ON COLUMN public.model_rate.paused_until IS 'the provider asked for silence until then';

COMMENT ON COLUMN public.model_rate.updated_at IS 'when somebody took from it last';

CREATE TABLE public.model_spend (
    day date NOT NULL,
    job text NOT NULL,
    endpoint text NOT NULL,
    model text NOT NULL,
    num_calls bigint NOT NULL,
    num_failed bigint NOT NULL,
    num_unpriced bigint NOT NULL,
    input_tokens bigint NOT NULL,
    cached_tokens bigint NOT NULL,
    output_tokens bigint NOT NULL,
    seconds double precision NOT NULL,
    cost_usd numeric NOT NULL,
    CONSTRAINT model_spend_cached_tokens_check CHECK ((cached_tokens >= 0)),
    CONSTRAINT model_spend_check CHECK (((num_unpriced >= 0) AND (num_unpriced <= num_calls))),
    CONSTRAINT model_spend_cost_usd_check CHECK ((cost_usd >= (0)::numeric)),
    CONSTRAINT model_spend_endpoint_check CHECK ((endpoint <> ''::text)),
    CONSTRAINT model_spend_input_tokens_check CHECK ((input_tokens >= 0)),
    CONSTRAINT model_spend_job_check CHECK ((job <> ''::text)),
    CONSTRAINT model_spend_model_check CHECK ((model <> ''::text)),
    CONSTRAINT model_spend_num_calls_check CHECK ((num_calls >= 0)),
    CONSTRAINT model_spend_num_failed_check CHECK ((num_failed >= 0)),
    CONSTRAINT model_spend_output_tokens_check CHECK ((output_tokens >= 0)),
    CONSTRAINT model_spend_seconds_check CHECK ((seconds >= (0)::double precision))
);

ALTER TABLE ONLY public.model_spend FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.model_spend IS 'one row per (day, job, endpoint, model): the calls that were really made, forgotten ones too';

COMMENT ON COLUMN public.model_spend.day IS 'day in UTC';

COMMENT ON COLUMN public.model_spend.job IS 'what the model was asked for';

COMMENT ON COLUMN public.model_spend.endpoint IS 'address of the API';

COMMENT ON COLUMN public.model_spend.model IS 'name of the model';

COMMENT ON COLUMN public.model_spend.num_calls IS 'calls that were answered, of use or not; replies that were taken from model_call are not counted';

COMMENT ON COLUMN public.model_spend.num_failed IS 'tries that failed: too many calls, server errors, timeouts, no connection';

COMMENT ON COLUMN public.model_spend.num_unpriced IS 'how many of num_calls have no known price';

COMMENT ON COLUMN public.model_spend.input_tokens IS 'tokens of the requests, where the provider counts them';

COMMENT ON COLUMN public.model_spend.cached_tokens IS 'how many of them the provider had cached';

COMMENT ON COLUMN public.model_spend.output_tokens IS 'tokens of the replies, where the provider counts them';

COMMENT ON COLUMN public.model_spend.seconds IS 'wall seconds of the calls, summed; calls overlap';

COMMENT ON COLUMN public.model_spend.cost_usd IS 'price of the calls without the unpriced ones';

CREATE TABLE public.page_vectors (
    parse_id text NOT NULL,
    page_no integer NOT NULL,
    space text NOT NULL,
    dimensions integer NOT NULL,
    num_vectors integer NOT NULL,
    halves bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    pooled bytea NOT NULL,
    coarse bytea NOT NULL,
    CONSTRAINT coarse_fit CHECK ((((octet_length(coarse) % (2 * dimensions)) = 0) AND (((octet_length(coarse) / (2 * dimensions)) >= 1) AND ((octet_length(coarse) / (2 * dimensions)) <= LEAST(num_vectors, 12))))),
    CONSTRAINT halves_fit CHECK ((octet_length(halves) = ((num_vectors * dimensions) * 2))),
    CONSTRAINT page_vectors_dimensions_check CHECK (((dimensions >= 1) AND (dimensions <= 4000))),
    CONSTRAINT page_vectors_num_vectors_check CHECK ((num_vectors >= 1)),
    CONSTRAINT page_vectors_space_check CHECK ((space <> ''::text)),
    CONSTRAINT pooled_fit CHECK ((((octet_length(pooled) % (2 * dimensions)) = 0) AND (((octet_length(pooled) / (2 * dimensions)) >= 1) AND ((octet_length(pooled) / (2 * dimensions)) <= LEAST(num_vectors, 64)))))
);
ALTER TABLE ONLY public.page_vectors ALTER COLUMN halves SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.page_vectors ALTER COLUMN pooled SET STORAGE EXTERNAL;
ALTER TABLE ONLY public.page_vectors ALTER COLUMN coarse SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.page_vectors FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.page_vectors IS 'One row per (page of a parse, embedding space): the vectors of the page''s image patches';

COMMENT ON COLUMN public.page_vectors.parse_id IS 'the parse that the page belongs to; deleting it deletes the vectors';

COMMENT ON COLUMN public.page_vectors.page_no IS 'page of the parse, from 1';

COMMENT ON COLUMN public.page_vectors.space IS 'model and version that made the vectors; only vectors of one space compare';

COMMENT ON COLUMN public.page_vectors.dimensions IS 'numbers in each vector';

COMMENT ON COLUMN public.page_vectors.num_vectors IS 'vectors of the page, one per image patch';

COMMENT ON COLUMN public.page_vectors.halves IS 'num_vectors rows of dimensions float16 numbers, little-endian';

COMMENT ON COLUMN public.page_vectors.created_at IS 'when the vectors were stored';

COMMENT ON COLUMN public.page_vectors.pooled IS 'up to 64 vectors that stand for those of the page, means of clusters, as float16: what cuts off most pages';

COMMENT ON COLUMN public.page_vectors.coarse IS 'the same, up to 12: what the first of the cuts compares';

CREATE TABLE public.question_log (
    question_no bigint NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    principal text NOT NULL,
    role text NOT NULL,
    action text NOT NULL,
    index_name text NOT NULL,
    filters jsonb NOT NULL,
    question text,
    document_ids text[] NOT NULL,
    abstained boolean,
    error_class text,
    seconds real NOT NULL,
    CONSTRAINT question_log_action_check CHECK ((action = ANY (ARRAY['search'::text, 'ask'::text]))),
    CONSTRAINT question_log_seconds_check CHECK ((seconds >= (0)::double precision))
);

ALTER TABLE ONLY public.question_log FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.question_log IS 'one row per question, where the log of questions is on; rows older than its retention are removed';

COMMENT ON COLUMN public.question_log.question_no IS 'internal number';

COMMENT ON COLUMN public.question_log.asked_at IS 'when it was answered or failed';

COMMENT ON COLUMN public.question_log.principal IS 'who asked: the name of the key, or local for the owner at the machine';

COMMENT ON COLUMN public.question_log.role IS 'role of who asked';

COMMENT ON COLUMN public.question_log.action IS 'search or ask';

COMMENT ON COLUMN public.question_log.index_name IS 'index or alias that was asked';

COMMENT ON COLUMN public.question_log.filters IS 'what the search was narrowed to, without what was left open';

COMMENT ON COLUMN public.question_log.question IS 'the question; null where the log keeps no text';

COMMENT ON COLUMN public.question_log.document_ids IS 'documents that were found, best first';

COMMENT ON COLUMN public.question_log.abstained IS 'whether the answer was that the documents do not say; null for a search and a failure';

COMMENT ON COLUMN public.question_log.error_class IS 'class of the error; null where there was none';

COMMENT ON COLUMN public.question_log.seconds IS 'how long it took';

ALTER TABLE public.question_log ALTER COLUMN question_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.question_log_question_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.schema_migration (
    file_name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.schema_migration FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.schema_migration IS 'one row per file of the sql package that ran against this database';

COMMENT ON COLUMN public.schema_migration.file_name IS 'folder and name of the file';

COMMENT ON COLUMN public.schema_migration.sha256 IS 'hash of its text when it ran';

COMMENT ON COLUMN public.schema_migration.applied_at IS 'when it ran last';

ALTER TABLE public.search_index ALTER COLUMN index_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.search_index_index_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE VIEW public.stage_spend WITH (security_invoker='true') AS
 SELECT g.stage,
    n.index_name,
    g.day,
    g.num_documents,
    g.num_failed,
    g.seconds,
    ( SELECT COALESCE(jsonb_object_agg(e.call, e.times), '{}'::jsonb) AS "coalesce"
           FROM ( SELECT x.key AS call,
                    sum((x.value)::bigint) AS times
                   FROM (unnest(g.calls) c(c)
                     CROSS JOIN LATERAL jsonb_each_text(c.c) x(key, value))
                  GROUP BY x.key) e) AS calls,
    g.index_no,
    COALESCE(m.num_model_calls, (0)::bigint) AS num_model_calls,
    COALESCE(m.num_unpriced, (0)::bigint) AS num_unpriced,
    COALESCE(m.cost_usd, (0)::numeric) AS cost_usd
   FROM ((( SELECT s.stage,
            s.index_no,
            ((s.finished_at AT TIME ZONE 'UTC'::text))::date AS day,
            count(*) AS num_documents,
            count(*) FILTER (WHERE (s.status = 'failed'::text)) AS num_failed,
            sum(s.seconds) AS seconds,
            array_agg(s.calls) AS calls
           FROM public.stage_state s
          GROUP BY s.stage, s.index_no, (((s.finished_at AT TIME ZONE 'UTC'::text))::date)
        UNION ALL
         SELECT DISTINCT 'embeddings'::text,
            0,
            e.day,
            (0)::bigint AS int8,
            (0)::bigint AS int8,
            (0)::real AS float4,
            '{}'::jsonb[] AS jsonb
           FROM public.model_spend e
          WHERE (e.job = 'embed'::text)) g
     LEFT JOIN public.search_index n ON ((n.index_no = g.index_no)))
     LEFT JOIN LATERAL ( SELECT (sum(s.num_calls))::bigint AS num_model_calls,
            (sum(s.num_unpriced))::bigint AS num_unpriced,
            sum(s.cost_usd) AS cost_usd
           FROM public.model_spend s
          WHERE ((s.day = g.day) AND (g.index_no = 0) AND (g.stage =
                CASE
                    WHEN (s.job = ANY (ARRAY['classify'::text, 'title'::text])) THEN 'classifications'::text
                    WHEN (s.job = ANY (ARRAY['table'::text, 'picture'::text, 'slide'::text, 'format'::text])) THEN 'descriptions'::text
                    WHEN (s.job = 'embed'::text) THEN 'embeddings'::text
                    ELSE NULL::text
                END))) m ON (true));

COMMENT ON VIEW public.stage_spend IS 'one row per (stage, index or none, day): documents, time and calls of the last runs';

COMMENT ON COLUMN public.stage_spend.stage IS 'documents, classifications, pages, descriptions, chunks, embeddings or search_index';

COMMENT ON COLUMN public.stage_spend.index_name IS 'the index; null for stages that all indexes share, and for the calls of embedding models';

COMMENT ON COLUMN public.stage_spend.day IS 'day in UTC on which the runs ended';

COMMENT ON COLUMN public.stage_spend.num_documents IS 'documents whose last run ended on that day';

COMMENT ON COLUMN public.stage_spend.num_failed IS 'how many of them failed';

COMMENT ON COLUMN public.stage_spend.seconds IS 'their wall time, summed; stages of several documents overlap';

COMMENT ON COLUMN public.stage_spend.calls IS 'what was called and how often, failed runs not counted: {"parse": 3}';

COMMENT ON COLUMN public.stage_spend.index_no IS 'internal number of the index, 0 where there is none';

COMMENT ON COLUMN public.stage_spend.num_model_calls IS 'calls of models on that day for this stage, failed and repeated runs counted, and vectors of questions: table model_spend';

COMMENT ON COLUMN public.stage_spend.num_unpriced IS 'how many of them have no known price';

COMMENT ON COLUMN public.stage_spend.cost_usd IS 'price of the others';

CREATE VIEW public.stale_document WITH (security_invoker='true') AS
 SELECT n.index_name,
    d.collection,
    d.source_uri,
    r.reason,
    f.stage AS failed_stage,
    f.error,
    f.is_transient,
    i.chunk_set_id AS live_chunk_set_id,
    (made.outputs ->> 'chunk_set'::text) AS made_chunk_set_id,
    i.published_at,
    d.document_no,
    n.index_no
   FROM ((((((((public.search_index n
     CROSS JOIN public.document d)
     LEFT JOIN public.index_document i ON (((i.index_no = n.index_no) AND (i.document_no = d.document_no))))
     LEFT JOIN public.stage_state made ON (((made.document_no = d.document_no) AND (made.stage = 'chunks'::text) AND (made.index_no = n.index_no))))
     LEFT JOIN public.chunk_set c ON ((c.chunk_set_id = i.chunk_set_id)))
     LEFT JOIN public.parse p ON ((p.parse_id = c.parse_id)))
     LEFT JOIN public.stage_state parsed ON (((parsed.document_no = d.document_no) AND (parsed.stage = 'pages'::text) AND (parsed.index_no = 0))))
     LEFT JOIN LATERAL ( SELECT s.stage,
            s.error,
            s.is_transient
           FROM public.stage_state s
          WHERE ((s.document_no = d.document_no) AND (s.index_no = ANY (ARRAY[0, n.index_no])) AND (s.status = 'failed'::text))
          ORDER BY s.finished_at DESC
         LIMIT 1) f ON (true))
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN ((f.stage IS NOT NULL) AND (i.document_no IS NOT NULL)) THEN 'failed, an older version answers'::text
                    WHEN (f.stage IS NOT NULL) THEN 'failed'::text
                    WHEN (i.document_no IS NULL) THEN 'not published'::text
                    WHEN (i.chunk_set_id IS DISTINCT FROM (made.outputs ->> 'chunk_set'::text)) THEN 'older chunks answer'::text
                    WHEN (p.output_sha256 IS DISTINCT FROM (parsed.outputs ->> 'parse'::text)) THEN 'older pages answer'::text
                    ELSE NULL::text
                END AS reason) r)
  WHERE (r.reason IS NOT NULL);

COMMENT ON VIEW public.stale_document IS 'one row per (index, document) that does not answer with what was made last, and why';

COMMENT ON COLUMN public.stale_document.index_name IS 'the index';

COMMENT ON COLUMN public.stale_document.collection IS 'collection of the document';

COMMENT ON COLUMN public.stale_document.source_uri IS 'path of the document below its source root';

COMMENT ON COLUMN public.stale_document.reason IS 'failed; failed, an older version answers; not published; older chunks answer, older pages answer (than the last success made)';

COMMENT ON COLUMN public.stale_document.failed_stage IS 'the stage that failed last, shared or of this index';

COMMENT ON COLUMN public.stale_document.error IS 'why it failed, in one line';

COMMENT ON COLUMN public.stale_document.is_transient IS 'whether the next ingestion tries again by itself';

COMMENT ON COLUMN public.stale_document.live_chunk_set_id IS 'the chunk set that answers; null when none does';

COMMENT ON COLUMN public.stale_document.made_chunk_set_id IS 'the chunk set that the last success made';

COMMENT ON COLUMN public.stale_document.published_at IS 'since when the live one answers';

COMMENT ON COLUMN public.stale_document.document_no IS 'internal number of the document';

COMMENT ON COLUMN public.stale_document.index_no IS 'internal number of the index';

CREATE VIEW public.term_statistics WITH (security_invoker='true') AS
 SELECT n.index_name,
    t.term,
    t.text_config,
    t.df,
    s.num_lexical AS num_chunks,
    round(((t.df)::numeric / (NULLIF(s.num_lexical, 0))::numeric), 4) AS share,
    n.index_no
   FROM ((public.term t
     JOIN public.search_index n USING (index_no))
     LEFT JOIN public.lexical_stat s ON (((s.index_no = t.index_no) AND ((s.text_config)::oid = (t.text_config)::oid))));

COMMENT ON VIEW public.term_statistics IS 'one row per (index, text-search configuration, term): in how many live chunks it stands';

COMMENT ON COLUMN public.term_statistics.index_name IS 'the index';

COMMENT ON COLUMN public.term_statistics.term IS 'the term: normalised, stemmed by its configuration';

COMMENT ON COLUMN public.term_statistics.text_config IS 'configuration that made the term';

COMMENT ON COLUMN public.term_statistics.df IS 'live chunks that hold it';

COMMENT ON COLUMN public.term_statistics.num_chunks IS 'live chunks of that configuration with at least one term';

COMMENT ON COLUMN public.term_statistics.share IS 'df / num_chunks';

COMMENT ON COLUMN public.term_statistics.index_no IS 'internal number of the index';

CREATE TABLE public.vector_row (
    index_no integer NOT NULL,
    document_no bigint NOT NULL,
    chunk_no bigint NOT NULL,
    part smallint NOT NULL,
    embedding public.halfvec NOT NULL,
    kind text NOT NULL,
    pages int4multirange NOT NULL
)
PARTITION BY LIST (index_no);

ALTER TABLE ONLY public.vector_row FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.vector_row IS 'one row per embedded part of a live chunk, partitioned by index';

COMMENT ON COLUMN public.vector_row.index_no IS 'the index';

COMMENT ON COLUMN public.vector_row.document_no IS 'the document: for filters and removal';

COMMENT ON COLUMN public.vector_row.chunk_no IS 'the chunk';

COMMENT ON COLUMN public.vector_row.part IS 'number of the part, from 0; the best part ranks its chunk';

COMMENT ON COLUMN public.vector_row.embedding IS 'the vector in half precision';

COMMENT ON COLUMN public.vector_row.kind IS 'kind of the chunk, as in chunk.kind: for filters';

COMMENT ON COLUMN public.vector_row.pages IS 'pages of the chunk, as in chunk.page_nos, empty where the format has none: for filters';

CREATE VIEW public.trouble WITH (security_invoker='true') AS
 SELECT 'orphan_vectors'::text AS check_name,
    n.index_name,
    d.collection,
    d.source_uri,
    (('vector of chunk '::text || v.chunk_no) || ', which does not answer'::text) AS finding,
    (1)::bigint AS amount,
    v.document_no,
    v.index_no
   FROM ((public.vector_row v
     JOIN public.search_index n USING (index_no))
     LEFT JOIN public.document d USING (document_no))
  WHERE (NOT (EXISTS ( SELECT
           FROM (public.chunk c
             JOIN public.index_document i ON (((i.chunk_set_id = c.chunk_set_id) AND (i.index_no = v.index_no))))
          WHERE ((c.chunk_no = v.chunk_no) AND (i.document_no = v.document_no)))))
UNION ALL
 SELECT 'missing_vectors'::text AS check_name,
    l.index_name,
    l.collection,
    l.source_uri,
    (((('part '::text || p.part) || ' of chunk '::text) || l.chunk_id) || ' has no vector'::text) AS finding,
    1 AS amount,
    l.document_no,
    l.index_no
   FROM (public.live_chunk l
     JOIN public.chunk_input p USING (chunk_no))
  WHERE (NOT (EXISTS ( SELECT
           FROM public.vector_row v
          WHERE ((v.index_no = l.index_no) AND (v.chunk_no = p.chunk_no) AND (v.part = p.part)))))
UNION ALL
 SELECT 'dimensions'::text AS check_name,
    n.index_name,
    d.collection,
    d.source_uri,
    ((((('vector of chunk '::text || v.chunk_no) || ' has '::text) || public.vector_dims(v.embedding)) || ' dimensions, not '::text) || n.dimensions) AS finding,
    1 AS amount,
    v.document_no,
    v.index_no
   FROM ((public.vector_row v
     JOIN public.search_index n USING (index_no))
     LEFT JOIN public.document d USING (document_no))
  WHERE (public.vector_dims(v.embedding) <> n.dimensions)
UNION ALL
 SELECT 'empty_text'::text AS check_name,
    l.index_name,
    l.collection,
    l.source_uri,
    (('chunk '::text || l.chunk_id) || ' holds no letter and no digit'::text) AS finding,
    1 AS amount,
    l.document_no,
    l.index_no
   FROM public.live_chunk l
  WHERE (l.text !~ '[[:alnum:]]'::text)
UNION ALL
 SELECT 'duplicates'::text AS check_name,
    u.index_name,
    NULL::text AS collection,
    u.documents[1] AS source_uri,
    ((u.num_chunks || ' chunks say: '::text) || "left"(u.text, 60)) AS finding,
    (u.num_chunks - 1) AS amount,
    NULL::bigint AS document_no,
    u.index_no
   FROM public.duplicate_chunk u
UNION ALL
 SELECT 'coverage'::text AS check_name,
    s.index_name,
    s.collection,
    s.source_uri,
    (s.reason || COALESCE((((' ('::text || s.failed_stage) || '): '::text) || s.error), ''::text)) AS finding,
    1 AS amount,
    s.document_no,
    s.index_no
   FROM public.stale_document s
UNION ALL
 SELECT 'conservation'::text AS check_name,
    NULL::text AS index_name,
    o.collection,
    o.source_uri,
    (((o.num_lost_tokens || ' of '::text) || o.num_layer_tokens) || ' tokens are lost'::text) AS finding,
    o.num_lost_tokens AS amount,
    o.document_no,
    0 AS index_no
   FROM public.document_overview o
  WHERE (o.num_lost_tokens > 0);

COMMENT ON VIEW public.trouble IS 'one row per trouble that a check of the corpus found; it reads everything, so ask for one check of a large corpus';

COMMENT ON COLUMN public.trouble.check_name IS 'orphan_vectors, missing_vectors, dimensions, empty_text, duplicates, coverage (documents that do not answer) or conservation (text lost)';

COMMENT ON COLUMN public.trouble.index_name IS 'the index; null where it concerns all';

COMMENT ON COLUMN public.trouble.collection IS 'collection of the document, where there is one document';

COMMENT ON COLUMN public.trouble.source_uri IS 'path of the document, or the first of several';

COMMENT ON COLUMN public.trouble.finding IS 'what is the matter, in one line';

COMMENT ON COLUMN public.trouble.amount IS 'how much it is: vectors, parts, chunks, documents or tokens';

COMMENT ON COLUMN public.trouble.document_no IS 'internal number of the document';

COMMENT ON COLUMN public.trouble.index_no IS 'internal number of the index, 0 where it concerns all';

CREATE TABLE public.web_session (
    session_sha256 text NOT NULL,
    key_no integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT web_session_session_sha256_check CHECK ((length(session_sha256) = 64))
);

ALTER TABLE ONLY public.web_session FORCE ROW LEVEL SECURITY;

COMMENT ON TABLE public.web_session IS 'one row per browser that logged in to the web page with a key';

COMMENT ON COLUMN public.web_session.session_sha256 IS 'SHA-256 of the random value in the cookie';

COMMENT ON COLUMN public.web_session.key_no IS 'the key that it stands for; revoking the key ends the session';

COMMENT ON COLUMN public.web_session.created_at IS 'when somebody logged in';

COMMENT ON COLUMN public.web_session.expires_at IS 'when the session ends';

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_key_name_key UNIQUE (key_name);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (key_no);

ALTER TABLE ONLY public.api_key_rate
    ADD CONSTRAINT api_key_rate_pkey PRIMARY KEY (key_no);

ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_secret_sha256_key UNIQUE (secret_sha256);

ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_pkey PRIMARY KEY (parse_id, ordinal);

ALTER TABLE ONLY public.chunk_input
    ADD CONSTRAINT chunk_input_pkey PRIMARY KEY (chunk_no, part);

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT chunk_pkey PRIMARY KEY (chunk_no);

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT chunk_place UNIQUE (chunk_set_id, ordinal);

ALTER TABLE ONLY public.chunk_set
    ADD CONSTRAINT chunk_set_of_document UNIQUE (chunk_set_id, document_no);

ALTER TABLE ONLY public.chunk_set
    ADD CONSTRAINT chunk_set_pkey PRIMARY KEY (chunk_set_id);

ALTER TABLE ONLY public.classification
    ADD CONSTRAINT classification_pkey PRIMARY KEY (classification_id);

ALTER TABLE ONLY public.content
    ADD CONSTRAINT content_pkey PRIMARY KEY (content_sha256);

ALTER TABLE ONLY public.description
    ADD CONSTRAINT description_pkey PRIMARY KEY (artifact_sha256, describer);

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_document_id_key UNIQUE (document_id);

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_partition_key_key UNIQUE (partition_key);

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_pkey PRIMARY KEY (document_no);

ALTER TABLE ONLY public.document
    ADD CONSTRAINT document_place UNIQUE (collection, source_uri);

ALTER TABLE ONLY public.embedding
    ADD CONSTRAINT embedding_pkey PRIMARY KEY (space, input_sha256);

ALTER TABLE ONLY public.embedding_space
    ADD CONSTRAINT embedding_space_dimensions UNIQUE (space, dimensions);

ALTER TABLE ONLY public.embedding_space
    ADD CONSTRAINT embedding_space_pkey PRIMARY KEY (space);

ALTER TABLE ONLY public.forgotten_document
    ADD CONSTRAINT forgotten_document_pkey PRIMARY KEY (document_id);

ALTER TABLE ONLY public.impact_block
    ADD CONSTRAINT impact_block_pkey PRIMARY KEY (index_no, block_no, text_config);

ALTER TABLE ONLY public.index_alias
    ADD CONSTRAINT index_alias_pkey PRIMARY KEY (alias);

ALTER TABLE ONLY public.index_document
    ADD CONSTRAINT index_document_pkey PRIMARY KEY (index_no, document_no);

ALTER TABLE ONLY public.index_stat
    ADD CONSTRAINT index_stat_pkey PRIMARY KEY (index_no);

ALTER TABLE ONLY public.keyword
    ADD CONSTRAINT keyword_pkey PRIMARY KEY (index_no, term, document_no);

ALTER TABLE ONLY public.lexical_stat
    ADD CONSTRAINT lexical_stat_pkey PRIMARY KEY (index_no, text_config);

ALTER TABLE ONLY public.model_call_document
    ADD CONSTRAINT model_call_document_pkey PRIMARY KEY (request_sha256, document_no);

ALTER TABLE ONLY public.model_call
    ADD CONSTRAINT model_call_pkey PRIMARY KEY (request_sha256);

ALTER TABLE ONLY public.model_rate
    ADD CONSTRAINT model_rate_pkey PRIMARY KEY (endpoint, model);

ALTER TABLE ONLY public.model_spend
    ADD CONSTRAINT model_spend_pkey PRIMARY KEY (day, job, endpoint, model);

ALTER TABLE ONLY public.page
    ADD CONSTRAINT page_pkey PRIMARY KEY (parse_id, page_no);

ALTER TABLE ONLY public.page_vectors
    ADD CONSTRAINT page_vectors_pkey PRIMARY KEY (parse_id, page_no, space);

ALTER TABLE ONLY public.parse_description
    ADD CONSTRAINT parse_description_pkey PRIMARY KEY (parse_id, describer, kind, ordinal);

ALTER TABLE ONLY public.parse
    ADD CONSTRAINT parse_key UNIQUE (content_sha256, parser_fingerprint);

ALTER TABLE ONLY public.parse
    ADD CONSTRAINT parse_pkey PRIMARY KEY (parse_id);

ALTER TABLE ONLY public.picture_artifact
    ADD CONSTRAINT picture_artifact_pkey PRIMARY KEY (parse_id, ordinal);

ALTER TABLE ONLY public.question_log
    ADD CONSTRAINT question_log_pkey PRIMARY KEY (question_no);

ALTER TABLE ONLY public.reader_collection
    ADD CONSTRAINT reader_collection_key UNIQUE (role_name, collection);

ALTER TABLE ONLY public.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (file_name);

ALTER TABLE ONLY public.search_index
    ADD CONSTRAINT search_index_index_name_key UNIQUE (index_name);

ALTER TABLE ONLY public.search_index
    ADD CONSTRAINT search_index_pkey PRIMARY KEY (index_no);

ALTER TABLE ONLY public.stage_state
    ADD CONSTRAINT stage_state_pkey PRIMARY KEY (document_no, stage, index_no);

ALTER TABLE ONLY public.table_artifact
    ADD CONSTRAINT table_artifact_pkey PRIMARY KEY (parse_id, ordinal);

ALTER TABLE ONLY public.web_session
    ADD CONSTRAINT web_session_pkey PRIMARY KEY (session_sha256);

CREATE INDEX chunk_input_hash ON public.chunk_input USING btree (input_sha256);

CREATE INDEX chunk_public ON public.chunk USING btree (chunk_id);

CREATE INDEX chunk_set_document ON public.chunk_set USING btree (document_no);

CREATE INDEX chunk_set_parse ON public.chunk_set USING btree (parse_id);

CREATE INDEX document_content ON public.document USING btree (content_sha256);

CREATE INDEX document_modified ON public.document USING btree (modified_at);

CREATE INDEX document_root ON public.document USING btree (collection, source_root);

CREATE INDEX index_document_chunk_set ON public.index_document USING btree (chunk_set_id);

CREATE INDEX index_document_document ON public.index_document USING btree (document_no);

CREATE INDEX index_document_unblocked ON public.index_document USING btree (index_no) WHERE (NOT is_blocked);

CREATE INDEX keyword_document ON public.keyword USING btree (index_no, document_no);

CREATE INDEX model_call_document_no ON public.model_call_document USING btree (document_no);

CREATE INDEX parse_description_artifact ON public.parse_description USING btree (artifact_sha256, describer);

CREATE INDEX question_log_asked ON public.question_log USING btree (asked_at);

CREATE INDEX stage_state_failed ON public.stage_state USING btree (stage) WHERE (status = 'failed'::text);

CREATE INDEX web_session_key ON public.web_session USING btree (key_no);

CREATE TRIGGER block_boxes AFTER INSERT ON public.block REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_misplaced_boxes();

CREATE TRIGGER block_changed_boxes AFTER UPDATE ON public.block REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_misplaced_boxes();

CREATE TRIGGER embedding_changed_dimensions AFTER UPDATE ON public.embedding REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_other_dimensions();

CREATE TRIGGER embedding_dimensions AFTER INSERT ON public.embedding REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_other_dimensions();

CREATE TRIGGER picture_boxes AFTER INSERT ON public.picture_artifact REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_misplaced_boxes();

CREATE TRIGGER picture_changed_boxes AFTER UPDATE ON public.picture_artifact REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_misplaced_boxes();

CREATE TRIGGER search_index_space BEFORE INSERT OR UPDATE OF space, dimensions ON public.search_index FOR EACH ROW EXECUTE FUNCTION public.register_index_space();

CREATE TRIGGER table_boxes AFTER INSERT ON public.table_artifact REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_misplaced_boxes();

CREATE TRIGGER table_changed_boxes AFTER UPDATE ON public.table_artifact REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_misplaced_boxes();

ALTER TABLE ONLY public.api_key_rate
    ADD CONSTRAINT api_key_rate_key_no_fkey FOREIGN KEY (key_no) REFERENCES public.api_key(key_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT chunk_chunk_set_id_fkey FOREIGN KEY (chunk_set_id) REFERENCES public.chunk_set(chunk_set_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk_input
    ADD CONSTRAINT chunk_input_chunk_no_fkey FOREIGN KEY (chunk_no) REFERENCES public.chunk(chunk_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk_set
    ADD CONSTRAINT chunk_set_document_no_fkey FOREIGN KEY (document_no) REFERENCES public.document(document_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.chunk_set
    ADD CONSTRAINT chunk_set_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id);

ALTER TABLE ONLY public.impact_block
    ADD CONSTRAINT impact_block_index_no_fkey FOREIGN KEY (index_no) REFERENCES public.search_index(index_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.index_alias
    ADD CONSTRAINT index_alias_index_no_fkey FOREIGN KEY (index_no) REFERENCES public.search_index(index_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.index_document
    ADD CONSTRAINT index_document_chunk_set_id_fkey FOREIGN KEY (chunk_set_id) REFERENCES public.chunk_set(chunk_set_id);

ALTER TABLE ONLY public.index_document
    ADD CONSTRAINT index_document_document_no_fkey FOREIGN KEY (document_no) REFERENCES public.document(document_no);

ALTER TABLE ONLY public.index_document
    ADD CONSTRAINT index_document_index_no_fkey FOREIGN KEY (index_no) REFERENCES public.search_index(index_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.index_document
    ADD CONSTRAINT index_document_own_chunks FOREIGN KEY (chunk_set_id, document_no) REFERENCES public.chunk_set(chunk_set_id, document_no);

ALTER TABLE ONLY public.search_index
    ADD CONSTRAINT index_space FOREIGN KEY (space, dimensions) REFERENCES public.embedding_space(space, dimensions);

ALTER TABLE ONLY public.index_stat
    ADD CONSTRAINT index_stat_index_no_fkey FOREIGN KEY (index_no) REFERENCES public.search_index(index_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.keyword
    ADD CONSTRAINT keyword_index_no_document_no_fkey FOREIGN KEY (index_no, document_no) REFERENCES public.index_document(index_no, document_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.lexical_stat
    ADD CONSTRAINT lexical_stat_index_no_fkey FOREIGN KEY (index_no) REFERENCES public.search_index(index_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.model_call_document
    ADD CONSTRAINT model_call_document_document_no_fkey FOREIGN KEY (document_no) REFERENCES public.document(document_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.model_call_document
    ADD CONSTRAINT model_call_document_request_sha256_fkey FOREIGN KEY (request_sha256) REFERENCES public.model_call(request_sha256) ON DELETE CASCADE;

ALTER TABLE ONLY public.page
    ADD CONSTRAINT page_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.page_vectors
    ADD CONSTRAINT page_vectors_parse_id_page_no_fkey FOREIGN KEY (parse_id, page_no) REFERENCES public.page(parse_id, page_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.parse_description
    ADD CONSTRAINT parse_description_artifact_sha256_describer_fkey FOREIGN KEY (artifact_sha256, describer) REFERENCES public.description(artifact_sha256, describer);

ALTER TABLE ONLY public.parse_description
    ADD CONSTRAINT parse_description_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.picture_artifact
    ADD CONSTRAINT picture_artifact_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.stage_state
    ADD CONSTRAINT stage_state_document_no_fkey FOREIGN KEY (document_no) REFERENCES public.document(document_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.table_artifact
    ADD CONSTRAINT table_artifact_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.web_session
    ADD CONSTRAINT web_session_key_no_fkey FOREIGN KEY (key_no) REFERENCES public.api_key(key_no) ON DELETE CASCADE;

ALTER TABLE public.api_key ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_key_rate ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.block ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunk ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunk_input ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.chunk_set ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.classification ENABLE ROW LEVEL SECURITY;

CREATE POLICY collections_are_read ON public.block FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse p
  WHERE (p.parse_id = block.parse_id)))));

CREATE POLICY collections_are_read ON public.chunk FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.chunk_set s
  WHERE (s.chunk_set_id = chunk.chunk_set_id)))));

CREATE POLICY collections_are_read ON public.chunk_input FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.chunk c
  WHERE (c.chunk_no = chunk_input.chunk_no)))));

CREATE POLICY collections_are_read ON public.chunk_set FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.document_no = chunk_set.document_no)))));

CREATE POLICY collections_are_read ON public.classification FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.stage_state s
  WHERE ((s.stage = 'classifications'::text) AND ((s.outputs ->> 'classification'::text) = classification.classification_id))))));

CREATE POLICY collections_are_read ON public.content FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.content_sha256 = content.content_sha256)))));

CREATE POLICY collections_are_read ON public.description FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse_description o
  WHERE ((o.artifact_sha256 = description.artifact_sha256) AND (o.describer = description.describer))))));

CREATE POLICY collections_are_read ON public.document FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (collection = ANY (( SELECT public.bizrag_collections() AS bizrag_collections)::text[]))));

CREATE POLICY collections_are_read ON public.embedding FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.chunk_input i
  WHERE (i.input_sha256 = embedding.input_sha256)))));

CREATE POLICY collections_are_read ON public.embedding_space FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.forgotten_document FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (collection = ANY (( SELECT public.bizrag_collections() AS bizrag_collections)::text[]))));

CREATE POLICY collections_are_read ON public.impact FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.impact_block FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.impact_slot FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.index_alias FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.search_index n
  WHERE (n.index_no = index_alias.index_no)))));

CREATE POLICY collections_are_read ON public.index_document FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.document_no = index_document.document_no)))));

CREATE POLICY collections_are_read ON public.index_stat FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.search_index n
  WHERE (n.index_no = index_stat.index_no)))));

CREATE POLICY collections_are_read ON public.keyword FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.document_no = keyword.document_no)))));

CREATE POLICY collections_are_read ON public.lexical_stat FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.search_index n
  WHERE (n.index_no = lexical_stat.index_no)))));

CREATE POLICY collections_are_read ON public.model_call FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.model_call_document FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.model_rate FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.model_spend FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.page FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse p
  WHERE (p.parse_id = page.parse_id)))));

CREATE POLICY collections_are_read ON public.page_vectors FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse p
  WHERE (p.parse_id = page_vectors.parse_id)))));

CREATE POLICY collections_are_read ON public.parse FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.content_sha256 = parse.content_sha256))) OR (EXISTS ( SELECT
   FROM public.chunk_set s
  WHERE (s.parse_id = parse.parse_id)))));

CREATE POLICY collections_are_read ON public.parse_description FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse p
  WHERE (p.parse_id = parse_description.parse_id)))));

CREATE POLICY collections_are_read ON public.picture_artifact FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse p
  WHERE (p.parse_id = picture_artifact.parse_id)))));

CREATE POLICY collections_are_read ON public.posting FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.document_no = posting.document_no)))));

CREATE POLICY collections_are_read ON public.question_log FOR SELECT USING (( SELECT public.bizrag_sees_all() AS bizrag_sees_all));

CREATE POLICY collections_are_read ON public.reader_collection FOR SELECT USING (pg_has_role(CURRENT_USER, (to_regrole(quote_ident(role_name)))::oid, 'USAGE'::text));

CREATE POLICY collections_are_read ON public.schema_migration FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR true));

CREATE POLICY collections_are_read ON public.search_index FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.index_document i
  WHERE (i.index_no = search_index.index_no)))));

CREATE POLICY collections_are_read ON public.stage_state FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.document_no = stage_state.document_no)))));

CREATE POLICY collections_are_read ON public.table_artifact FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.parse p
  WHERE (p.parse_id = table_artifact.parse_id)))));

CREATE POLICY collections_are_read ON public.term FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR ( SELECT public.bizrag_is_service() AS bizrag_is_service) OR (EXISTS ( SELECT
   FROM public.posting p
  WHERE ((p.index_no = term.index_no) AND (p.term_id = term.term_id))))));

CREATE POLICY collections_are_read ON public.vector_row FOR SELECT USING ((( SELECT public.bizrag_sees_all() AS bizrag_sees_all) OR (EXISTS ( SELECT
   FROM public.document d
  WHERE (d.document_no = vector_row.document_no)))));

ALTER TABLE public.content ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.description ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.document ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embedding ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.embedding_space ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.forgotten_document ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.impact ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.impact_block ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.impact_slot ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.index_alias ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.index_document ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.index_stat ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.keyword ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.lexical_stat ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_call ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_call_document ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_rate ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.model_spend ENABLE ROW LEVEL SECURITY;

CREATE POLICY owner_works ON public.api_key TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.api_key_rate TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.block TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.chunk TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.chunk_input TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.chunk_set TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.classification TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.content TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.description TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.document TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.embedding TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.embedding_space TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.forgotten_document TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.impact TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.impact_block TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.impact_slot TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.index_alias TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.index_document TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.index_stat TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.keyword TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.lexical_stat TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.model_call TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.model_call_document TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.model_rate TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.model_spend TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.page TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.page_vectors TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.parse TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.parse_description TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.picture_artifact TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.posting TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.question_log TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.reader_collection TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.schema_migration TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.search_index TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.stage_state TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.table_artifact TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.term TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.vector_row TO pg_database_owner USING (true) WITH CHECK (true);

CREATE POLICY owner_works ON public.web_session TO pg_database_owner USING (true) WITH CHECK (true);

ALTER TABLE public.page ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.page_vectors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.parse ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.parse_description ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.picture_artifact ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.posting ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.question_log ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.reader_collection ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.schema_migration ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.search_index ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.stage_state ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.table_artifact ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.term ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.vector_row ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.web_session ENABLE ROW LEVEL SECURITY;
