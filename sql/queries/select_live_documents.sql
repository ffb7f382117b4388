-- Documents that an index answers from, in all collections or in one; 0 pages where the format has none.
SELECT d.document_id, d.collection, d.source_uri, p.num_pages, k.layout
FROM index_document AS i
JOIN document AS d USING (document_no)
JOIN chunk_set AS s ON s.chunk_set_id = i.chunk_set_id
JOIN parse AS p ON p.parse_id = s.parse_id
LEFT JOIN stage_state AS l ON l.document_no = d.document_no AND l.stage = 'classifications' AND l.index_no = 0
LEFT JOIN classification AS k ON k.classification_id = l.outputs ->> 'classification'
WHERE i.index_no = :index_no
  AND (CAST(:collection AS text) IS NULL OR d.collection = :collection)
ORDER BY d.collection, d.source_uri;
