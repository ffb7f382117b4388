-- HNSW over half precision, up to 4,000 dimensions. Writers go on meanwhile; it cannot run in a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS vector_row_{index_no}_{name} ON vector_row_{index_no}
USING hnsw ((CAST(embedding AS halfvec({dimensions}))) halfvec_cosine_ops) WITH (m = {m}, ef_construction = {ef_construction})
{condition};
