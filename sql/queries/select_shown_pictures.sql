-- The pictures of a parse, of one page or of all.
SELECT a.ordinal, a.caption, a.text, a.chart_markdown, a.page_no, a.bbox, a.image_sha256, a.width_px, a.height_px
FROM picture_artifact a
WHERE a.parse_id = :parse_id AND (CAST(:page_no AS int) IS NULL OR a.page_no = :page_no)
ORDER BY a.ordinal LIMIT :num_rows;
