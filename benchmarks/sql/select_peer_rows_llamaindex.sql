-- What answers: every row of the vector store.
SELECT metadata_ ->> 'ref_doc_id' AS name, text, subvector(embedding, 1, 1)::text AS model FROM data_chunks;
