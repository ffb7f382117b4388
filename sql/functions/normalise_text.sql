-- Text as full-text search sees it, the same for what is stored and for questions.
--
-- The standard parser takes "1,577.3" for two numbers, "10-K" for "10" and "k", "Q3-2022" for "q3" and "-2022", and
-- "revenue/cost" for a file name. Here every spelling of a number, a form, a fiscal period or an abbreviation becomes
-- one. Built-in functions only, so every server gives the same terms. Changing this file changes the terms: documents
-- are published again, because the publisher's version names the hash of this file.
CREATE OR REPLACE FUNCTION bizrag_normalise(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
    t text := lower(input);
BEGIN
    -- Letters outside ASCII: dashes, apostrophes, blanks and signs of one kind; accents and ligatures away.
    IF octet_length(t) > length(t) THEN
        -- 1 577 with a blank that does not break
        t := regexp_replace(t, '(\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))', '\1', 'g');
        -- hyphens, minus and en dash; apostrophes
        t := translate(t, U&'\2010\2011\2012\2013\2212\2018\2019\02BC\2032', '-----''''''''');
        -- subscripts belong to their word (CO2), superscripts are footnote marks
        t := translate(t, U&'\2080\2081\2082\2083\2084\2085\2086\2087\2088\2089', '0123456789');
        t := regexp_replace(t, U&'[\00A0\2000-\200A\202F\2014\2015\00AE\2122\00A9\2070\00B9\00B2\00B3\2074-\2079]', ' ', 'g');
        -- soft hyphens and other marks without width
        t := regexp_replace(t, U&'[\00AD\200B-\200D\2060\FEFF]', '', 'g');
        t := translate(t, 'øłđðı', 'olddi');
        t := replace(replace(replace(t, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
        t := replace(replace(replace(replace(replace(t, 'ﬃ', 'ffi'), 'ﬄ', 'ffl'), 'ﬀ', 'ff'), 'ﬁ', 'fi'), 'ﬂ', 'fl');
        IF octet_length(t) > length(t) THEN
            t := normalize(regexp_replace(normalize(t, NFD), '[\u0300-\u036f]', '', 'g'), NFC);
        END IF;
    END IF;

    -- Marks that are no text, or that the parser takes for tags, entities and paths.
    IF position('<<' IN t) > 0 THEN
        t := regexp_replace(t, '<<(?:table|picture)_\d+>>', ' ', 'g');
    END IF;
    IF position('&' IN t) > 0 THEN
        t := replace(t, '&amp;', '&');
        -- R&D, S&P, SG&A, M & A
        t := regexp_replace(t, '\m([a-z]{1,3})&([a-z]{1,3})\M', '\1\2', 'g');
        t := regexp_replace(t, '\m([a-z]) & ([a-z])\M', '\1\2', 'g');
    END IF;
    t := translate(t, '<>&/\|_~*#`', '           ');
    -- U.S., e.g.
    t := regexp_replace(t, '(?<=\m[a-z])\.(?=[a-z]\M)', '', 'g');

    IF t !~ '\d' THEN
        RETURN t;
    END IF;
    -- Numbers: 1,577 and 1'577 and the broken 1 ,577 and 3 .88; .88
    t := regexp_replace(t, '(\d) ?[,''](?=\d{3}(?!\d))', '\1', 'g');
    t := regexp_replace(t, '(\d) +\.(?=\d)', '\1.', 'g');
    t := regexp_replace(t, '(^|[^\w.])\.(?=\d)', '\10.', 'g');
    -- Forms and models: 10-K, 3-D; S-1, F-35; 401(k)
    t := regexp_replace(t, '\m(\d{1,3})-(?=[a-z]\M)', '\1', 'g');
    t := regexp_replace(t, '\m([a-z])-(?=\d)', '\1', 'g');
    t := regexp_replace(t, '\m(\d{1,3})\(([a-z])\)', '\1\2', 'g');
    -- Fiscal periods: FY2021, FY21, Q3FY22; 3Q22, 1H 2023, Q3'22
    t := regexp_replace(t, '\m([qh][1-4])fy', '\1 fy', 'g');
    t := regexp_replace(t, '\mfy ?[-'']? ?(?:20)?(\d\d)\M', 'fy 20\1', 'g');
    t := regexp_replace(t, '\m([1-4])([qh]) ?[-'']? ?(?:20)?(\d\d)\M', '\2\1 20\3', 'g');
    t := regexp_replace(t, '\m([qh][1-4]) ?[-''](\d\d)\M', '\1 20\2', 'g');
    -- Signs and hyphens before digits: -5, +5, Q3-2022, COVID-19, 2022-12-31
    RETURN regexp_replace(t, '[-+](?=[$€£¥]?\d)', ' ', 'g');
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
    SELECT x.lexeme, CAST(least(sum(cardinality(x.positions)), 32767) AS int)
    -- OFFSET 0 keeps the planner from normalising once per mention
    FROM (SELECT bizrag_normalise(input) AS normalised OFFSET 0) n
    CROSS JOIN LATERAL bizrag_pieces(n.normalised) AS p(piece)
    CROSS JOIN LATERAL unnest(to_tsvector(config, p.piece)) AS x
    GROUP BY x.lexeme
$$;
