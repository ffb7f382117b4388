-- What answers: every row of the vector store.
SELECT cmetadata ->> 'source' AS name, document AS text, subvector(embedding, 1, 1)::text AS model FROM langchain_pg_embedding;
