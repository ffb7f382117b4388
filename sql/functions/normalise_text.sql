-- Text as full-text search sees it, the same for what is stored and for questions.
--
-- The standard parser takes "1,577.3" for two numbers, "10-K" for "10" and "k", "Q3-2022" for "q3" and "-2022", and
-- "revenue/cost" for a file name. Here every spelling of a number, a date, a form, a fiscal period or an abbreviation
-- becomes one. Built-in functions only, so every server gives the same terms. Changing this file changes the terms:
-- documents are published again, because the publisher's version names the hash of this file.

-- Accents, umlauts and ligatures away from Latin and Greek letters. Others keep theirs: in Russian they part letters.
CREATE OR REPLACE FUNCTION bizrag_fold(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT normalize(regexp_replace(normalize(
        replace(replace(replace(translate(input, 'øłđıё', 'oldiе'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
        NFD), U&'([a-z\0370-\03ff])[\0300-\036f]+', '\1', 'g'), NFC)
$$;

-- Whether accents go before words are stemmed. Where the stemmer and the stop words of a language know accents they must
-- see them ("für", "información"): there the terms lose theirs afterwards.
CREATE OR REPLACE FUNCTION bizrag_folds_first(config regconfig) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT config IN (CAST('pg_catalog.simple' AS regconfig), CAST('pg_catalog.english' AS regconfig))
$$;

-- Signs of one kind: blanks, dashes, apostrophes; marks without width, placeholders and entities away.
CREATE OR REPLACE FUNCTION bizrag_normalise_signs(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
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

CREATE OR REPLACE FUNCTION bizrag_normalise_rare_signs(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
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

-- Chinese, Japanese and Korean set no blanks between words, or none before particles: every two letters that follow each
-- other are a word of their own, "营业收入" is "营业 业收 收入", and one that stands alone is one. Dates, units and words of other
-- scripts between them stand apart. Points and letters of full width are those of Latin text. Ranges are of code points:
-- ideographs with their repeat and zero, kana, hangul.
CREATE OR REPLACE FUNCTION bizrag_pair_letters(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
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

-- Numbers without thousands separators and with a decimal point. 1,577.30 and 1.577,30 say themselves what they are;
-- 1.577 is a thousand and 3,88 a fraction in most languages, but not in English. 1,577 is a thousand everywhere, so that
-- an English question finds it in a German document. ~ stands for the decimal mark meanwhile: no text has it here.
CREATE OR REPLACE FUNCTION bizrag_normalise_numbers(input text, has_decimal_comma boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
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

-- Dates, abbreviations, numbers, forms and periods in one spelling.
CREATE OR REPLACE FUNCTION bizrag_normalise_codes(input text, has_decimal_comma boolean) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
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
END $$;

-- A text as it is parsed under a configuration; spellings of numbers follow its language. A session keeps 32 compiled
-- patterns: with more than about 25 in this file each text would compile them anew, at milliseconds each.
CREATE OR REPLACE FUNCTION bizrag_normalise(input text, config regconfig DEFAULT 'pg_catalog.english') RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
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

-- A text in pieces that a tsvector can hold: it takes 1 MB, 16,383 positions and 255 positions per lexeme.
CREATE OR REPLACE FUNCTION bizrag_pieces(input text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1 AS $$
    SELECT input WHERE length(input) <= 30000
    UNION ALL
    SELECT substr(line, piece * 30000 + 1, 30000)
    FROM regexp_split_to_table(input, '\n') AS line
    CROSS JOIN LATERAL generate_series(0, length(line) / 30000) AS piece
    WHERE length(input) > 30000
$$;

-- The terms of a text under a text-search configuration and how often each stands in it.
CREATE OR REPLACE FUNCTION bizrag_lexemes(config regconfig, input text) RETURNS TABLE (term text, tf int)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 100 AS $$
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
