-- The tables of a parse.
INSERT INTO table_artifact (parse_id, ordinal, artifact_sha256, page_no, bbox, caption, num_rows, num_cols, cells, markdown)
SELECT :parse_id, x.ordinal, x.artifact_sha256, x.page_no, x.bbox, x.caption, x.num_rows, x.num_cols, x.cells, x.markdown
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(
    ordinal int, artifact_sha256 text, page_no int, bbox real[], caption text, num_rows int, num_cols int, cells jsonb, markdown text);
