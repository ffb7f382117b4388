-- The pages of a parse.
INSERT INTO page (parse_id, page_no, width_pt, height_pt, text, image_sha256, is_ocr, num_layer_tokens, num_lost_tokens, num_layer_numbers, num_lost_numbers)
SELECT :parse_id, x.page_no, x.width_pt, x.height_pt, x.text, x.image_sha256, x.is_ocr, x.num_layer_tokens, x.num_lost_tokens, x.num_layer_numbers, x.num_lost_numbers
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(
    page_no int, width_pt real, height_pt real, text text, image_sha256 text, is_ocr boolean,
    num_layer_tokens int, num_lost_tokens int, num_layer_numbers int, num_lost_numbers int);
