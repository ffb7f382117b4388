-- What answers: every row of the table.
SELECT name, content AS text, subvector(embedding, 1, 1)::text AS model FROM chunks;
