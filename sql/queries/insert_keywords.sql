-- The words that tell a document apart become live with it: from its file name, its title, the beginning of its text,
-- of which a model of named entities may have found some, and the quarter that it speaks of most.
INSERT INTO keyword (index_no, document_no, term, weight)
SELECT :index_no, d.document_no, k.term, k.weight
FROM document d
LEFT JOIN content c ON c.content_sha256 = d.content_sha256
LEFT JOIN stage_state s ON s.document_no = d.document_no AND s.stage = 'classifications' AND s.index_no = 0
LEFT JOIN classification l ON l.classification_id = s.outputs ->> 'classification'
CROSS JOIN LATERAL bizrag_document_keywords(
    CAST(:text_config AS regconfig), regexp_replace(d.source_uri, '^.*/', ''), coalesce(l.title, ''),
    -- a first page says what a document is; a format without pages begins with its text at once
    CASE WHEN c.num_pages > 0 THEN coalesce(c.preview #>> '{pages,0,text}', '') ELSE '' END, CAST(:entities AS text),
    bizrag_own_quarter(:index_no, d.document_no)) k
WHERE d.document_no = :document_no;
