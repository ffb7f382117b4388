-- The blocks of a parse.
INSERT INTO block (parse_id, ordinal, kind, text, page_no, bbox, level)
SELECT :parse_id, x.ordinal, x.kind, x.text, x.page_no, x.bbox, x.level
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(ordinal int, kind text, text text, page_no int, bbox real[], level int);
