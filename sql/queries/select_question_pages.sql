-- Pages of the documents that an index answers from, with what stands on them; all, or those named by document and page.
SELECT d.document_id, d.collection, d.source_uri, coalesce(k.title, '') AS title, g.page_no, g.image_sha256, g.text,
       coalesce(t.markdown, '') AS tables, coalesce(f.said, '') AS pictures
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk_set AS s ON s.chunk_set_id = i.chunk_set_id
JOIN page AS g ON g.parse_id = s.parse_id
LEFT JOIN stage_state AS label ON label.document_no = d.document_no AND label.stage = 'classifications'
LEFT JOIN classification AS k ON k.classification_id = label.outputs ->> 'classification'
LEFT JOIN LATERAL (
    SELECT string_agg(concat_ws(E'\n', nullif(caption, ''), markdown), E'\n\n' ORDER BY ordinal) AS markdown
    FROM table_artifact WHERE parse_id = g.parse_id AND page_no = g.page_no
) AS t ON true
LEFT JOIN LATERAL (
    SELECT string_agg(concat_ws(E'\n', nullif(caption, ''), nullif(text, ''), nullif(chart_markdown, '')), E'\n\n'
                      ORDER BY ordinal) AS said
    FROM picture_artifact WHERE parse_id = g.parse_id AND page_no = g.page_no
) AS f ON true
WHERE i.index_no = :index_no
  AND (CAST(:collection AS text) IS NULL OR d.collection = :collection)
  AND (CAST(:document_ids AS text[]) IS NULL OR (d.document_id, g.page_no) IN (
      SELECT * FROM unnest(CAST(:document_ids AS text[]), CAST(:page_nos AS int[]))))
ORDER BY d.collection, d.source_uri, g.page_no;
