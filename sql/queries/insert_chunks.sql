-- The chunks of a set and what is embedded for them. Numbers are drawn in reading order, in one range per set.
WITH row AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('chunk', 'chunk_no')) AS chunk_no, o.*
    FROM (
        SELECT x.* FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(
            ordinal int, chunk_id text, kind text, text text, headings jsonb, lexical_text text, locators jsonb,
            page_nos jsonb, num_tokens int, artifact_ordinal int, parent_ordinal int, inputs jsonb, input_hashes jsonb)
        ORDER BY x.ordinal
    ) o
),
stored AS (
    INSERT INTO chunk (chunk_no, chunk_set_id, ordinal, chunk_id, kind, text, headings, lexical_text, locators, page_nos,
                       num_tokens, artifact_ordinal, parent_ordinal)
    SELECT r.chunk_no, :chunk_set_id, r.ordinal, r.chunk_id, r.kind, r.text,
           ARRAY(SELECT jsonb_array_elements_text(r.headings)), r.lexical_text, r.locators,
           ARRAY(SELECT CAST(jsonb_array_elements_text(r.page_nos) AS int)), r.num_tokens, r.artifact_ordinal, r.parent_ordinal
    FROM row r
    RETURNING chunk_no
)
INSERT INTO chunk_input (chunk_no, part, input_sha256, text, parts)
SELECT r.chunk_no, CAST(i.part - 1 AS smallint), r.input_hashes ->> CAST(i.part - 1 AS int),
       CASE jsonb_typeof(i.item) WHEN 'string' THEN i.item #>> '{}' ELSE coalesce(t.text, '') END,
       CASE jsonb_typeof(i.item) WHEN 'array' THEN i.item END
FROM row r
CROSS JOIN LATERAL jsonb_array_elements(r.inputs) WITH ORDINALITY AS i(item, part)
LEFT JOIN LATERAL (
    SELECT string_agg(p.pair ->> 1, E'\n' ORDER BY p.place) AS text
    FROM jsonb_array_elements(CASE jsonb_typeof(i.item) WHEN 'array' THEN i.item END) WITH ORDINALITY AS p(pair, place)
    WHERE p.pair ->> 0 = 'text'
) t ON true;
