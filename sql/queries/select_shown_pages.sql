-- The pages of a parse, without their texts.
SELECT p.page_no, p.width_pt, p.height_pt, p.image_sha256, p.is_ocr
FROM page p WHERE p.parse_id = :parse_id ORDER BY p.page_no;
