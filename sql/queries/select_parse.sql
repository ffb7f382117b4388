-- A parse with all its parts as JSON, each in order.
SELECT p.parse_id, p.content_sha256, p.parser_fingerprint, p.output_sha256, p.failed_pages, p.warnings, p.seconds,
       (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.page_no), '[]') FROM page x WHERE x.parse_id = p.parse_id) AS pages,
       (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.ordinal), '[]') FROM block x WHERE x.parse_id = p.parse_id) AS blocks,
       (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.ordinal), '[]') FROM table_artifact x WHERE x.parse_id = p.parse_id) AS tables,
       (SELECT coalesce(jsonb_agg(to_jsonb(x) ORDER BY x.ordinal), '[]') FROM picture_artifact x WHERE x.parse_id = p.parse_id) AS pictures
FROM parse p
WHERE p.parse_id = :parse_id;
