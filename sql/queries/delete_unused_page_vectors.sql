-- Vectors of pages that no chunk shows as an image.
DELETE FROM page_vectors v
WHERE NOT EXISTS (SELECT FROM chunk_set s JOIN chunk c USING (chunk_set_id)
                  WHERE s.parse_id = v.parse_id AND c.kind = 'page' AND c.page_nos[1] = v.page_no);
