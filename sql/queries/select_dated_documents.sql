-- Documents of an index and a collection whose path begins with a folder and holds a word in any case: those of one
-- series are among them.
SELECT d.document_id, d.source_uri
FROM index_document AS i
JOIN document AS d USING (document_no)
WHERE i.index_no = :index_no
  AND d.collection = (SELECT o.collection FROM document AS o WHERE o.document_id = :document_id)
  AND starts_with(d.source_uri, :folder)
  AND strpos(lower(d.source_uri), :word) > 0;
