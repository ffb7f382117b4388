-- How similar a question is to the nearest vector of a document on some of its pages; null where none stands there.
SELECT CAST(max(1 - (v.embedding <=> CAST(:embedding AS halfvec))) AS float8) AS similarity
FROM vector_row v
JOIN document d ON d.document_no = v.document_no
WHERE v.index_no = :index_no AND d.document_id = :document_id
  AND EXISTS (SELECT FROM unnest(CAST(:page_nos AS int[])) p(page_no) WHERE v.pages @> p.page_no);
