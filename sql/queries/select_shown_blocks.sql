-- The blocks of a parse in reading order, of one page or of all.
SELECT b.ordinal, b.kind, b.text, b.page_no, b.bbox, b.level
FROM block b
WHERE b.parse_id = :parse_id AND (CAST(:page_no AS int) IS NULL OR b.page_no = :page_no)
ORDER BY b.ordinal LIMIT :num_rows;
