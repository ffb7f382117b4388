SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;

COMMENT ON EXTENSION vector IS 'vector data type and ivfflat and hnsw access methods';

CREATE FUNCTION public.bizrag_lexemes(config regconfig, input text) RETURNS TABLE(term text, tf integer)
    LANGUAGE sql IMMUTABLE ROWS 100 PARALLEL SAFE
    AS $$
    SELECT x.lexeme, CAST(least(sum(cardinality(x.positions)), 32767) AS int)
    -- OFFSET 0 keeps the planner from normalising once per mention
    FROM (SELECT bizrag_normalise(input) AS normalised OFFSET 0) n
    CROSS JOIN LATERAL bizrag_pieces(n.normalised) AS p(piece)
    CROSS JOIN LATERAL unnest(to_tsvector(config, p.piece)) AS x
    GROUP BY x.lexeme
$$;

CREATE FUNCTION public.bizrag_normalise(input text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $_$
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
END $_$;

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

CREATE FUNCTION public.stage_fingerprint(static text, inputs text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (array_position(inputs, NULL::text) IS NULL) THEN encode(sha256(convert_to(array_to_string((ARRAY[static] || inputs), '
'::text), 'UTF8'::name)), 'hex'::text) ELSE NULL::text END;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.block (
    parse_id text NOT NULL,
    ordinal integer NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    page_no integer,
    bbox real[],
    level integer,
    CONSTRAINT block_bbox_check CHECK (((bbox IS NULL) OR (array_length(bbox, 1) = 4))),
    CONSTRAINT block_level_check CHECK ((level >= 1)),
    CONSTRAINT block_ordinal_check CHECK ((ordinal >= 0))
);

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
    CONSTRAINT chunk_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'table'::text, 'picture'::text, 'slide'::text]))),
    CONSTRAINT chunk_locators_check CHECK ((jsonb_array_length(locators) >= 1)),
    CONSTRAINT chunk_ordinal_check CHECK ((ordinal >= 0)),
    CONSTRAINT chunk_text_check CHECK ((text <> ''::text))
);

ALTER TABLE public.chunk ALTER COLUMN chunk_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.chunk_chunk_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.chunk_input (
    chunk_no bigint NOT NULL,
    part smallint NOT NULL,
    input_sha256 text NOT NULL,
    text text NOT NULL,
    CONSTRAINT chunk_input_part_check CHECK ((part >= 0))
);

CREATE TABLE public.chunk_set (
    chunk_set_id text NOT NULL,
    document_no bigint NOT NULL,
    parse_id text NOT NULL,
    output_sha256 text NOT NULL,
    num_chunks integer NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

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

CREATE TABLE public.content (
    content_sha256 text NOT NULL,
    mime_type text NOT NULL,
    num_pages integer,
    preview jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT content_num_pages_check CHECK ((num_pages >= 0))
);

CREATE TABLE public.description (
    artifact_sha256 text NOT NULL,
    describer text NOT NULL,
    kind text NOT NULL,
    artifact_class text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT description_kind_check CHECK ((kind = ANY (ARRAY['table'::text, 'picture'::text, 'slide'::text])))
);

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
    CONSTRAINT document_size_bytes_check CHECK ((size_bytes >= 0))
);

ALTER TABLE public.document ALTER COLUMN document_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.document_document_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.embedding (
    space text NOT NULL,
    input_sha256 text NOT NULL,
    vector public.vector NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.index_alias (
    alias text NOT NULL,
    index_no integer NOT NULL
);

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
    CONSTRAINT page_height_pt_check CHECK ((height_pt > (0)::double precision)),
    CONSTRAINT page_page_no_check CHECK ((page_no >= 1)),
    CONSTRAINT page_width_pt_check CHECK ((width_pt > (0)::double precision))
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
    CONSTRAINT parse_num_pages_check CHECK ((num_pages >= 0))
);

CREATE TABLE public.parse_description (
    parse_id text NOT NULL,
    describer text NOT NULL,
    kind text NOT NULL,
    ordinal integer NOT NULL,
    artifact_sha256 text NOT NULL,
    CONSTRAINT parse_description_kind_check CHECK ((kind = ANY (ARRAY['table'::text, 'picture'::text, 'slide'::text]))),
    CONSTRAINT parse_description_ordinal_check CHECK ((ordinal >= 1))
);

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
    CONSTRAINT picture_artifact_ordinal_check CHECK ((ordinal >= 1))
);

CREATE TABLE public.schema_migration (
    file_name text NOT NULL,
    sha256 text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.search_index (
    index_no integer NOT NULL,
    index_name text NOT NULL,
    variant text NOT NULL,
    chunk_params jsonb NOT NULL,
    space text NOT NULL,
    dimensions integer NOT NULL,
    text_config regconfig DEFAULT 'english'::regconfig NOT NULL,
    k1 double precision DEFAULT 1.2 NOT NULL,
    b double precision DEFAULT 0.75 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT search_index_b_check CHECK (((b >= (0)::double precision) AND (b <= (1)::double precision))),
    CONSTRAINT search_index_dimensions_check CHECK (((dimensions >= 1) AND (dimensions <= 4000))),
    CONSTRAINT search_index_index_name_check CHECK ((index_name ~ '^[a-z][a-z0-9_]{0,40}$'::text)),
    CONSTRAINT search_index_k1_check CHECK ((k1 >= (0)::double precision)),
    CONSTRAINT search_index_variant_check CHECK ((variant = ANY (ARRAY['tcte'::text, 'pcmhe'::text, 'tcmie'::text, 'text_only'::text, 'colpali'::text, 'visrag'::text])))
);

ALTER TABLE public.search_index ALTER COLUMN index_no ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.search_index_index_no_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

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
    CONSTRAINT stage_state_status_check CHECK ((status = ANY (ARRAY['done'::text, 'failed'::text])))
);

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
    CONSTRAINT table_artifact_ordinal_check CHECK ((ordinal >= 1))
);

INSERT INTO public.block VALUES
	('4e1ed3381c82e31e8ce447e1c995cd08', 0, 'heading', 'Our business', 1, '{50,0,500,40}', 1),
	('4e1ed3381c82e31e8ce447e1c995cd08', 1, 'text', 'The company builds heat exchangers in two plants. It was founded in 1961 in Port Ellery.', 1, '{50,100,500,140}', NULL),
	('4e1ed3381c82e31e8ce447e1c995cd08', 2, 'picture', '<<picture_1>>', 1, '{50,200,500,240}', NULL),
	('4e1ed3381c82e31e8ce447e1c995cd08', 3, 'text', 'Orders for district energy grew by 42 percent because cities replace gas boilers.', 1, '{50,300,500,340}', NULL),
	('4e1ed3381c82e31e8ce447e1c995cd08', 4, 'heading', 'Results', 2, '{50,400,500,440}', 1),
	('4e1ed3381c82e31e8ce447e1c995cd08', 5, 'text', 'The table shows the results of the two years.', 2, '{50,500,500,540}', NULL),
	('4e1ed3381c82e31e8ce447e1c995cd08', 6, 'table', '<<table_1>>', 2, '{50,600,500,640}', NULL),
	('4e1ed3381c82e31e8ce447e1c995cd08', 7, 'text', 'The board proposes a dividend of 0.62 dollars per share.', 2, '{50,700,500,740}', NULL),
	('f56e6d3623001f6cf27c5e98bdb93629', 0, 'heading', 'Hotels', NULL, NULL, 1),
	('f56e6d3623001f6cf27c5e98bdb93629', 1, 'text', 'Employees may book hotels up to 180 euros per night. In capital cities the limit is 220 euros.', NULL, NULL, NULL),
	('f56e6d3623001f6cf27c5e98bdb93629', 2, 'heading', 'Trains', NULL, NULL, 1),
	('f56e6d3623001f6cf27c5e98bdb93629', 3, 'text', 'Train journeys over four hours may be booked in first class.', NULL, NULL, NULL);

INSERT INTO public.chunk VALUES
	(1, '32a260088823d82daa23cb10e8e4a3b4', 0, '221ad82843f0f8e47a8a7077c628fbca', 'text', 'Our business

The company builds heat exchangers in two plants. It was founded in 1961 in Port Ellery.

<<picture_1>>

Orders for district energy grew by 42 percent because cities replace gas boilers.', '{"Annual report 2025","Our business"}', 'Annual report 2025
Our business
The company builds heat exchangers in two plants. It was founded in 1961 in Port Ellery.
Orders for district energy grew by 42 percent because cities replace gas boilers.', '[{"bbox": [50, 0, 500, 340], "page": 1, "unit": "pt", "origin": "top-left"}]', '{1}', 32, NULL, NULL),
	(2, '32a260088823d82daa23cb10e8e4a3b4', 1, '78c4669f0e406e7fa77e318c51d59291', 'picture', 'Plants of the company. A map with the plants Brackwater and Sorel Bay.', '{"Annual report 2025","Our business"}', 'Annual report 2025 > Our business
Plants of the company. A map with the plants Brackwater and Sorel Bay.', '[{"bbox": [50, 400, 500, 600], "page": 1, "unit": "pt", "origin": "top-left"}]', '{1}', 13, 1, 0),
	(3, '32a260088823d82daa23cb10e8e4a3b4', 2, '1c82209f90455d7ede1d9ff34d2d7304', 'text', 'Results

The table shows the results of the two years.

<<table_1>>

The board proposes a dividend of 0.62 dollars per share.', '{"Annual report 2025",Results}', 'Annual report 2025
Results
The table shows the results of the two years.
The board proposes a dividend of 0.62 dollars per share.', '[{"bbox": [50, 400, 500, 740], "page": 2, "unit": "pt", "origin": "top-left"}]', '{2}', 21, NULL, NULL),
	(4, '32a260088823d82daa23cb10e8e4a3b4', 3, '5beece9addec0ed7e6ce91f32fd16e30', 'table', 'Income statement
Net sales: 412,613 in 2025, 371,287 in 2024.
Net income: 34,490 in 2025, 28,127 in 2024.
Research and development: 29,708 in 2025, 25,619 in 2024.', '{"Annual report 2025",Results}', 'Annual report 2025 > Results
Income statement
Net sales: 412,613 in 2025, 371,287 in 2024.
Net income: 34,490 in 2025, 28,127 in 2024.
Research and development: 29,708 in 2025, 25,619 in 2024.
Thousands of dollars', '[{"bbox": [50, 100, 500, 300], "page": 2, "unit": "pt", "origin": "top-left"}]', '{2}', 27, 1, 2),
	(5, 'a4a8c18d106ce6f686c66bea3745bdf3', 0, '9f5b5e96df4d2b27b8f5b656e0e6e619', 'text', 'Hotels

Employees may book hotels up to 180 euros per night. In capital cities the limit is 220 euros.', '{"Travel policy",Hotels}', 'Travel policy
Hotels
Employees may book hotels up to 180 euros per night. In capital cities the limit is 220 euros.', '[{"char_end": 102, "char_start": 0}]', '{}', 19, NULL, NULL),
	(6, 'a4a8c18d106ce6f686c66bea3745bdf3', 1, 'fe8d5c19f896c911ad93e38165018ff2', 'text', 'Trains

Train journeys over four hours may be booked in first class.', '{"Travel policy",Trains}', 'Travel policy
Trains
Train journeys over four hours may be booked in first class.', '[{"char_end": 172, "char_start": 104}]', '{}', 12, NULL, NULL);

INSERT INTO public.chunk_input VALUES
	(1, 0, '32190fb83b7afdab473384e3ddf203a68a31c28b8ee69ea3b355195df7263888', 'Annual report 2025
Our business
The company builds heat exchangers in two plants. It was founded in 1961 in Port Ellery.
Orders for district energy grew by 42 percent because cities replace gas boilers.'),
	(2, 0, '0f0999b91ba282abcaffac6bceaf2fa6be171019159c9b19ef63caea3828e5a0', 'Annual report 2025 > Our business
Plants of the company
Plants of the company.
A map with the plants Brackwater and Sorel Bay.'),
	(3, 0, '1334f9632d8923a67c1089da32dffd400d8946419f861701663ca205378b40d6', 'Annual report 2025
Results
The table shows the results of the two years.
The board proposes a dividend of 0.62 dollars per share.'),
	(4, 0, '0b9d512c6630de5393c45a34749c7b7d28201f05f44f413f46734610aa43bd9c', 'Annual report 2025 > Results
Income statement
Thousands of dollars
Net sales: 412,613 in 2025, 371,287 in 2024.
Net income: 34,490 in 2025, 28,127 in 2024.
Research and development: 29,708 in 2025, 25,619 in 2024.'),
	(5, 0, '0c48fc201cad573c6a9ad71ef7775e0cc4b9760d561d7f29a6e6f0332a9aa435', 'Travel policy
Hotels
Employees may book hotels up to 180 euros per night. In capital cities the limit is 220 euros.'),
	(6, 0, '9e373ea96f697c85618403d904d26c366c3f748283ca0b270b48026ea8ddabd5', 'Travel policy
Trains
Train journeys over four hours may be booked in first class.');

INSERT INTO public.chunk_set VALUES
	('32a260088823d82daa23cb10e8e4a3b4', 1, '4e1ed3381c82e31e8ce447e1c995cd08', '32a260088823d82daa23cb10e8e4a3b4f8e3f907dd4ce92b86438f94078bca22', 4, '2026-11-21 21:08:58.669275+00'),
	('a4a8c18d106ce6f686c66bea3745bdf3', 2, 'f56e6d3623001f6cf27c5e98bdb93629', 'a4a8c18d106ce6f686c66bea3745bdf3873126bb761c2b5123fb2510f386bb42', 2, '2026-11-21 21:08:58.669275+00');

INSERT INTO public.classification VALUES
	('c3ada620955737c5ec7ed5fd269b6b55a4ac77bcb2932858d19c6e0948086481', 'vertical', 'prose', 'Annual report 2025', 'local', '2026-11-21 21:08:58.669275+00'),
	('7e9f70f026a4b2b40655f02cc55c7d3c8fedbc092e5b15135b195ffec5d157f5', 'vertical', 'prose', 'Travel policy', 'local', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.content VALUES
	('845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917', 'application/pdf', 2, '{"pages": []}', '2026-11-21 21:08:58.669275+00'),
	('823412d1eacb67956220e532959f0104603057c88704863ca38e7cd188fda812', 'text/plain', NULL, '{"pages": []}', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.description VALUES
	('0801046e5cff5110a22604cf14f3ec911f161cb5b1d3949796661f131dec1fae', 'test', 'picture', 'Picture', 'Plants of the company. A map with the plants Brackwater and Sorel Bay.', '2026-11-21 21:08:58.669275+00'),
	('63fc875fc8fa0ef1feb47cc5078915e9573ed50d7efcd4a60a9dfb849bbeec38', 'test', 'table', 'Table', 'Income statement
Net sales: 412,613 in 2025, 371,287 in 2024.
Net income: 34,490 in 2025, 28,127 in 2024.
Research and development: 29,708 in 2025, 25,619 in 2024.', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.document VALUES
	(1, 'fd7e871fa6f8bb9f32c453824d8e00f3', 'docs', 'memory://', 'annual report.pdf', 'docs/annual report.pdf', 1000, '2025-03-01 00:00:00+00', NULL, '1000|2025-03-01T00:00:00+00:00|', '845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917', '2026-11-21 21:08:58.669275+00', '2026-11-21 21:08:58.669275+00'),
	(2, '06521c610116734bd94cdbcdb7ccf278', 'docs', 'memory://', 'travel policy.txt', 'docs/travel policy.txt', 1000, '2025-03-01 00:00:00+00', NULL, '1000|2025-03-01T00:00:00+00:00|', '823412d1eacb67956220e532959f0104603057c88704863ca38e7cd188fda812', '2026-11-21 21:08:58.669275+00', '2026-11-21 21:08:58.669275+00'),
	(3, '5db09c5caf9fea2f2a59956e65c0d3d0', 'docs', 'memory://', 'broken.pdf', 'docs/broken.pdf', 3, NULL, NULL, '3||', NULL, '2026-11-21 21:08:58.669275+00', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.embedding VALUES
	('state/hash-8', '32190fb83b7afdab473384e3ddf203a68a31c28b8ee69ea3b355195df7263888', '[-0.38964185,-0.34271336,-0.28408954,0.4698853,0.0509891,0.07452945,0.25674862,0.59594744]', '2026-11-21 21:08:58.669275+00'),
	('state/hash-8', '0f0999b91ba282abcaffac6bceaf2fa6be171019159c9b19ef63caea3828e5a0', '[-0.43514082,-0.386615,0.28890124,0.3030985,0.23917612,-0.40981632,0.42908275,-0.27673456]', '2026-11-21 21:08:58.669275+00'),
	('state/hash-8', '1334f9632d8923a67c1089da32dffd400d8946419f861701663ca205378b40d6', '[-0.51509595,-0.3904387,-0.018632673,-0.3651593,-0.54194474,0.14925377,-0.121979244,-0.34305322]', '2026-11-21 21:08:58.669275+00'),
	('state/hash-8', '0b9d512c6630de5393c45a34749c7b7d28201f05f44f413f46734610aa43bd9c', '[-0.57422525,-0.12733753,0.09752685,-0.056190018,-0.43355727,0.57385075,-0.28394002,0.20852609]', '2026-11-21 21:08:58.669275+00'),
	('state/hash-8', '0c48fc201cad573c6a9ad71ef7775e0cc4b9760d561d7f29a6e6f0332a9aa435', '[-0.50136673,-0.43034384,-0.09270042,0.5176206,0.29776767,-0.18147737,0.16855408,-0.37000147]', '2026-11-21 21:08:58.669275+00'),
	('state/hash-8', '9e373ea96f697c85618403d904d26c366c3f748283ca0b270b48026ea8ddabd5', '[0.16636263,-0.09133015,-0.16784099,-0.6781955,-0.108751565,0.020862801,-0.6426316,0.22500011]', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.page VALUES
	('4e1ed3381c82e31e8ce447e1c995cd08', 1, 595, 842, 'Our business

The company builds heat exchangers in two plants. It was founded in 1961 in Port Ellery.

<<picture_1>>

Orders for district energy grew by 42 percent because cities replace gas boilers.', NULL, false, 0, 0, 0, 0),
	('4e1ed3381c82e31e8ce447e1c995cd08', 2, 595, 842, 'Results

The table shows the results of the two years.

<<table_1>>

The board proposes a dividend of 0.62 dollars per share.', NULL, false, 0, 0, 0, 0);

INSERT INTO public.parse VALUES
	('4e1ed3381c82e31e8ce447e1c995cd08', '845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917', 'test', '55c8b7ab28c93317b127525b95c71a31c1701a5c1d477559f34b57566d614032', 2, '[]', '{}', '2026-11-21 21:08:58.669275+00'),
	('f56e6d3623001f6cf27c5e98bdb93629', '823412d1eacb67956220e532959f0104603057c88704863ca38e7cd188fda812', 'test', 'fe13076f4510d298bdb02fe88f41dbe9fd5627127ea85b5eede90b072f727fec', 0, '[]', '{}', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.parse_description VALUES
	('4e1ed3381c82e31e8ce447e1c995cd08', 'test', 'table', 1, '63fc875fc8fa0ef1feb47cc5078915e9573ed50d7efcd4a60a9dfb849bbeec38'),
	('4e1ed3381c82e31e8ce447e1c995cd08', 'test', 'picture', 1, '0801046e5cff5110a22604cf14f3ec911f161cb5b1d3949796661f131dec1fae');

INSERT INTO public.picture_artifact VALUES
	('4e1ed3381c82e31e8ce447e1c995cd08', 1, '0801046e5cff5110a22604cf14f3ec911f161cb5b1d3949796661f131dec1fae', 1, '{50,400,500,600}', 'Plants of the company', '', '', NULL, 400, 300);

INSERT INTO public.schema_migration VALUES
	('migrations/0001_create_core.sql', '859cd3bc3f334c9b220e50322ff46994717bdcf63b1c13b619c3526883323a6b', '2026-11-21 21:08:58.556251+00'),
	('functions/normalise_text.sql', '88ccf6e0dd65fdf4d26318309fc95d642ffdbccb2706fe1d34f7b198e346568a', '2026-11-21 21:08:58.636133+00'),
	('functions/stage_fingerprint.sql', 'df503d3c77bf7b3cacec3f401ba89c8507666cc41c147159aae172e0327e6e15', '2026-11-21 21:08:58.641074+00');

INSERT INTO public.stage_state VALUES
	(1, 'documents', 0, 'done', '128f9035f5e5403488cba0db5d7488ee1fcf8b7496c615555e02762eb2ebf396', '{"content": "845e91831319e89c4d656bdb80c278ac09a7230d61e5dfd2e1b1fbb436ac8917"}', '128f9035f5e5403488cba0db5d7488ee1fcf8b7496c615555e02762eb2ebf396', 1, NULL, NULL, false, 0.5, '{}', '2026-11-21 21:08:58.669275+00'),
	(1, 'classifications', 0, 'done', 'f95a9c74b03b8f6383aacd5246f2829121745b7b307083d13b138233b5dc7183', '{"title": "Annual report 2025", "layout": "vertical", "classification": "c3ada620955737c5ec7ed5fd269b6b55a4ac77bcb2932858d19c6e0948086481"}', 'f95a9c74b03b8f6383aacd5246f2829121745b7b307083d13b138233b5dc7183', 1, NULL, NULL, false, 0.5, '{}', '2026-11-21 21:08:58.669275+00'),
	(1, 'pages', 0, 'done', 'bdba7002f66a01e9094bc03788054b1e889f27399eb59e935f457c7bbc4a0ea9', '{"parse": "55c8b7ab28c93317b127525b95c71a31c1701a5c1d477559f34b57566d614032", "parse_id": "4e1ed3381c82e31e8ce447e1c995cd08"}', 'bdba7002f66a01e9094bc03788054b1e889f27399eb59e935f457c7bbc4a0ea9', 1, NULL, NULL, false, 0.5, '{"parse": 1}', '2026-11-21 21:08:58.669275+00'),
	(1, 'descriptions', 0, 'done', 'd687820479fed5228d88b3100bd6668cdf21bc8592520e2281517dd4b980dd5b', '{"descriptions": "a20a7496589308198c275e4ded8a2921bf7f083f91435502664213204a0b8ebf"}', 'd687820479fed5228d88b3100bd6668cdf21bc8592520e2281517dd4b980dd5b', 1, NULL, NULL, false, 0.5, '{}', '2026-11-21 21:08:58.669275+00'),
	(2, 'documents', 0, 'done', 'ad4929a2b959c6204c9fd96d25d1d8aaa93c0ae41c45c3c7164bc6c6e2076735', '{"content": "823412d1eacb67956220e532959f0104603057c88704863ca38e7cd188fda812"}', 'ad4929a2b959c6204c9fd96d25d1d8aaa93c0ae41c45c3c7164bc6c6e2076735', 1, NULL, NULL, false, 0.5, '{}', '2026-11-21 21:08:58.669275+00'),
	(2, 'classifications', 0, 'done', '8dc09879e9cce06ed4dad3f19427aee5155fb5d83e16994f4b5d4a3cfe4fe40e', '{"title": "Travel policy", "layout": "vertical", "classification": "7e9f70f026a4b2b40655f02cc55c7d3c8fedbc092e5b15135b195ffec5d157f5"}', '8dc09879e9cce06ed4dad3f19427aee5155fb5d83e16994f4b5d4a3cfe4fe40e', 1, NULL, NULL, false, 0.5, '{}', '2026-11-21 21:08:58.669275+00'),
	(2, 'pages', 0, 'done', 'f8b996888bd9c399b72e92082944898eb6c7efd09cd8b06c7ca43b54f6147d40', '{"parse": "fe13076f4510d298bdb02fe88f41dbe9fd5627127ea85b5eede90b072f727fec", "parse_id": "f56e6d3623001f6cf27c5e98bdb93629"}', 'f8b996888bd9c399b72e92082944898eb6c7efd09cd8b06c7ca43b54f6147d40', 1, NULL, NULL, false, 0.5, '{"parse": 1}', '2026-11-21 21:08:58.669275+00'),
	(2, 'descriptions', 0, 'done', '112a35416b6de72ba307e1cf9e25ed0e65fbad8f5660060bf1c0ee1d14f4fb56', '{"descriptions": "a20a7496589308198c275e4ded8a2921bf7f083f91435502664213204a0b8ebf"}', '112a35416b6de72ba307e1cf9e25ed0e65fbad8f5660060bf1c0ee1d14f4fb56', 1, NULL, NULL, false, 0.5, '{}', '2026-11-21 21:08:58.669275+00'),
	(3, 'documents', 0, 'failed', 'f526795c95399cea27c055c842c3d6ab018ed0fa4f66f701c28ab22dec28237b', '{}', NULL, 1, 'BadInputError', 'broken.pdf: the file is damaged', false, 0.1, '{}', '2026-11-21 21:08:58.669275+00');

INSERT INTO public.table_artifact VALUES
	('4e1ed3381c82e31e8ce447e1c995cd08', 1, '63fc875fc8fa0ef1feb47cc5078915e9573ed50d7efcd4a60a9dfb849bbeec38', 2, '{50,100,500,300}', 'Income statement', 4, 3, '[{"bbox": null, "text": "Thousands of dollars", "col_end": 1, "row_end": 1, "col_start": 0, "is_header": true, "row_start": 0}, {"bbox": null, "text": "2025", "col_end": 2, "row_end": 1, "col_start": 1, "is_header": true, "row_start": 0}, {"bbox": null, "text": "2024", "col_end": 3, "row_end": 1, "col_start": 2, "is_header": true, "row_start": 0}, {"bbox": null, "text": "Net sales", "col_end": 1, "row_end": 2, "col_start": 0, "is_header": false, "row_start": 1}, {"bbox": null, "text": "412,613", "col_end": 2, "row_end": 2, "col_start": 1, "is_header": false, "row_start": 1}, {"bbox": null, "text": "371,287", "col_end": 3, "row_end": 2, "col_start": 2, "is_header": false, "row_start": 1}, {"bbox": null, "text": "Net income", "col_end": 1, "row_end": 3, "col_start": 0, "is_header": false, "row_start": 2}, {"bbox": null, "text": "34,490", "col_end": 2, "row_end": 3, "col_start": 1, "is_header": false, "row_start": 2}, {"bbox": null, "text": "28,127", "col_end": 3, "row_end": 3, "col_start": 2, "is_header": false, "row_start": 2}, {"bbox": null, "text": "Research and development", "col_end": 1, "row_end": 4, "col_start": 0, "is_header": false, "row_start": 3}, {"bbox": null, "text": "29,708", "col_end": 2, "row_end": 4, "col_start": 1, "is_header": false, "row_start": 3}, {"bbox": null, "text": "25,619", "col_end": 3, "row_end": 4, "col_start": 2, "is_header": false, "row_start": 3}]', '| Thousands of dollars | 2025 | 2024 |
| --- | --- | --- |
| Net sales | 412,613 | 371,287 |');

SELECT pg_catalog.setval('public.chunk_chunk_no_seq', 6, true);

SELECT pg_catalog.setval('public.document_document_no_seq', 3, true);

SELECT pg_catalog.setval('public.search_index_index_no_seq', 1, true);

ALTER TABLE ONLY public.block
    ADD CONSTRAINT block_pkey PRIMARY KEY (parse_id, ordinal);

ALTER TABLE ONLY public.chunk_input
    ADD CONSTRAINT chunk_input_pkey PRIMARY KEY (chunk_no, part);

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT chunk_pkey PRIMARY KEY (chunk_no);

ALTER TABLE ONLY public.chunk
    ADD CONSTRAINT chunk_place UNIQUE (chunk_set_id, ordinal);

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

ALTER TABLE ONLY public.index_alias
    ADD CONSTRAINT index_alias_pkey PRIMARY KEY (alias);

ALTER TABLE ONLY public.page
    ADD CONSTRAINT page_pkey PRIMARY KEY (parse_id, page_no);

ALTER TABLE ONLY public.parse_description
    ADD CONSTRAINT parse_description_pkey PRIMARY KEY (parse_id, describer, kind, ordinal);

ALTER TABLE ONLY public.parse
    ADD CONSTRAINT parse_key UNIQUE (content_sha256, parser_fingerprint);

ALTER TABLE ONLY public.parse
    ADD CONSTRAINT parse_pkey PRIMARY KEY (parse_id);

ALTER TABLE ONLY public.picture_artifact
    ADD CONSTRAINT picture_artifact_pkey PRIMARY KEY (parse_id, ordinal);

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

CREATE INDEX chunk_input_hash ON public.chunk_input USING btree (input_sha256);

CREATE INDEX chunk_public ON public.chunk USING btree (chunk_id);

CREATE INDEX chunk_set_document ON public.chunk_set USING btree (document_no);

CREATE INDEX chunk_set_parse ON public.chunk_set USING btree (parse_id);

CREATE INDEX document_content ON public.document USING btree (content_sha256);

CREATE INDEX document_root ON public.document USING btree (collection, source_root);

CREATE INDEX parse_description_artifact ON public.parse_description USING btree (artifact_sha256, describer);

CREATE INDEX stage_state_failed ON public.stage_state USING btree (stage) WHERE (status = 'failed'::text);

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

ALTER TABLE ONLY public.index_alias
    ADD CONSTRAINT index_alias_index_no_fkey FOREIGN KEY (index_no) REFERENCES public.search_index(index_no) ON DELETE CASCADE;

ALTER TABLE ONLY public.page
    ADD CONSTRAINT page_parse_id_fkey FOREIGN KEY (parse_id) REFERENCES public.parse(parse_id) ON DELETE CASCADE;

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
