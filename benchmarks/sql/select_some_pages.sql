-- Some pages of stored parses.
SELECT parse_id, page_no FROM page ORDER BY parse_id, page_no LIMIT :num_pages;
