-- The keywords of an index's documents as if file names said nothing: what the written title says besides the name ('name -
-- what the document calls itself'), names, codes and dates of the first page, and quarters.
INSERT INTO keyword (index_no, document_no, term, weight)
SELECT i.index_no, i.document_no, k.term, k.weight
FROM index_document i
JOIN document d USING (document_no)
LEFT JOIN content c ON c.content_sha256 = d.content_sha256
LEFT JOIN stage_state s ON s.document_no = d.document_no AND s.stage = 'classifications' AND s.index_no = 0
LEFT JOIN classification l ON l.classification_id = s.outputs ->> 'classification'
CROSS JOIN LATERAL bizrag_document_keywords(
    i.text_config, '', CASE WHEN l.title LIKE '% - %' THEN substring(l.title FROM ' - (.*)$') ELSE '' END,
    CASE WHEN c.num_pages > 0 THEN coalesce(c.preview #>> '{pages,0,text}', '') ELSE '' END,
    '', bizrag_own_quarter(i.index_no, d.document_no)) k
WHERE i.index_no = :index_no;
