-- A parse again under another name, with its pages and all that lies on them, and with the pages' vectors.
WITH parses AS (
    INSERT INTO parse
    SELECT (jsonb_populate_record(p, jsonb_build_object('parse_id', CAST(:copy_id AS text), 'parser_fingerprint', CAST(:copy_id AS text)))).*
    FROM parse p WHERE parse_id = :parse_id
),
pages AS (
    INSERT INTO page SELECT (jsonb_populate_record(p, jsonb_build_object('parse_id', CAST(:copy_id AS text)))).*
    FROM page p WHERE parse_id = :parse_id
),
blocks AS (
    INSERT INTO block SELECT (jsonb_populate_record(b, jsonb_build_object('parse_id', CAST(:copy_id AS text)))).*
    FROM block b WHERE parse_id = :parse_id
)
INSERT INTO page_vectors (parse_id, page_no, space, dimensions, num_vectors, pooled, coarse, halves)
SELECT CAST(:copy_id AS text), page_no, space, dimensions, num_vectors, pooled, coarse, halves
FROM page_vectors WHERE parse_id = :parse_id;
