-- A document as a page shows it, with the parse behind what it answers in an index, else behind the newest pages.
SELECT o.document_id, o.collection, o.source_uri, o.mime_type, o.layout, o.title, o.num_pages, o.num_tables, o.num_pictures,
       o.num_live_chunks, o.failed_stage, o.error, o.added_at, o.changed_at, o.status, o.size_bytes,
       p.parse_id, coalesce(p.warnings, '[]') AS warnings, coalesce(p.failed_pages, '{}') AS failed_pages,
       k.reasoning
FROM document_overview o
LEFT JOIN index_document i ON i.document_no = o.document_no AND i.index_no = :index_no
LEFT JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
LEFT JOIN stage_state made ON made.document_no = o.document_no AND made.stage = 'pages'
LEFT JOIN parse p ON p.parse_id = coalesce(s.parse_id, made.outputs ->> 'parse_id')
LEFT JOIN stage_state label ON label.document_no = o.document_no AND label.stage = 'classifications'
LEFT JOIN classification k ON k.classification_id = label.outputs ->> 'classification'
WHERE o.document_id = :document_id;
