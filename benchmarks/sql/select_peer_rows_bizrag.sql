-- What answers: every chunk of the index built last, with the first number of its vector.
SELECT DISTINCT d.source_uri AS name, c.text, subvector(v.embedding, 1, 1)::text AS model
FROM index_document i
JOIN document d USING (document_no)
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
LEFT JOIN vector_row v ON v.index_no = i.index_no AND v.chunk_no = c.chunk_no
WHERE i.index_no = (SELECT max(index_no) FROM search_index);
