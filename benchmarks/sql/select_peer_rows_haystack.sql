-- What answers: every row of the document store.
SELECT meta ->> 'name' AS name, content AS text, subvector(embedding, 1, 1)::text AS model FROM chunks;
