-- What parsing and chunking made of the documents that were read last: what estimates are told from.
SELECT c.mime_type, s.outputs ->> 'layout' AS layout,
       CAST(CASE WHEN c.num_pages > 0 THEN c.num_pages ELSE greatest(1, d.size_bytes / 3000.0) END AS float8) AS units,
       (SELECT count(*) FROM table_artifact t WHERE t.parse_id = p.parse_id) AS tables,
       (SELECT count(*) FROM picture_artifact t WHERE t.parse_id = p.parse_id) AS pictures,
       x.inputs, x.tokens
FROM (SELECT * FROM document ORDER BY document_no DESC LIMIT 2000) d
JOIN content c USING (content_sha256)
JOIN stage_state s ON s.document_no = d.document_no AND s.stage = 'classifications' AND s.outputs ? 'layout'
JOIN stage_state g ON g.document_no = d.document_no AND g.stage = 'pages'
JOIN parse p ON p.parse_id = g.outputs ->> 'parse_id'
JOIN LATERAL (
    SELECT count(i.part) AS inputs, coalesce(sum(k.num_tokens), 0) AS tokens
    FROM index_document n JOIN chunk k ON k.chunk_set_id = n.chunk_set_id JOIN chunk_input i ON i.chunk_no = k.chunk_no
    WHERE n.document_no = d.document_no AND n.index_no = (SELECT min(index_no) FROM index_document WHERE document_no = d.document_no)
) x ON true;
