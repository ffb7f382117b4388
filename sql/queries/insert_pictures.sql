-- The pictures of a parse.
INSERT INTO picture_artifact (parse_id, ordinal, artifact_sha256, page_no, bbox, caption, text, chart_markdown, image_sha256, width_px, height_px)
SELECT :parse_id, x.ordinal, x.artifact_sha256, x.page_no, x.bbox, x.caption, x.text, x.chart_markdown, x.image_sha256, x.width_px, x.height_px
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(
    ordinal int, artifact_sha256 text, page_no int, bbox real[], caption text, text text, chart_markdown text,
    image_sha256 text, width_px int, height_px int);
