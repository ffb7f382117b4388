-- The tables of a parse, of one page or of all.
SELECT t.ordinal, t.caption, t.markdown, t.num_rows, t.num_cols, t.page_no, t.bbox
FROM table_artifact t
WHERE t.parse_id = :parse_id AND (CAST(:page_no AS int) IS NULL OR t.page_no = :page_no)
ORDER BY t.ordinal LIMIT :num_rows;
