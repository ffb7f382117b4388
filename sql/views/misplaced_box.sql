-- Boxes that do not lie on their page: none, except rows from before the rule (functions/keep_boxes_on_pages.sql).
CREATE OR REPLACE VIEW misplaced_box AS
SELECT b.kind, b.parse_id, b.ordinal, b.page_no, b.bbox, p.width_pt, p.height_pt
FROM (
    SELECT 'block' AS kind, parse_id, ordinal, page_no, bbox FROM block
    UNION ALL
    SELECT 'table' AS kind, parse_id, ordinal, page_no, bbox FROM table_artifact
    UNION ALL
    SELECT 'picture' AS kind, parse_id, ordinal, page_no, bbox FROM picture_artifact
) b
LEFT JOIN page p ON p.parse_id = b.parse_id AND p.page_no = b.page_no
WHERE b.bbox IS NOT NULL AND lies_on_page(b.bbox, p.width_pt, p.height_pt) IS NOT TRUE;
COMMENT ON VIEW misplaced_box IS 'one row per block, table or picture whose box does not lie on its page: a check of everything';
COMMENT ON COLUMN misplaced_box.kind IS 'block, table or picture';
COMMENT ON COLUMN misplaced_box.parse_id IS 'the parse';
COMMENT ON COLUMN misplaced_box.ordinal IS 'number of the block, table or picture in the parse';
COMMENT ON COLUMN misplaced_box.page_no IS 'the page that it names';
COMMENT ON COLUMN misplaced_box.bbox IS '[left, top, right, bottom] in points from the top left corner';
COMMENT ON COLUMN misplaced_box.width_pt IS 'width of the page in points; null when the parse has no such page';
COMMENT ON COLUMN misplaced_box.height_pt IS 'height of the page in points';
