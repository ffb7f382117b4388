-- HNSW over half precision, up to 4,000 dimensions. Writers go on meanwhile; it cannot run in a transaction.
-- pgvector's ef_construction of 64 left recall@10 at .80 on real text, 200 at .97, for twice the time (decision 5).
CREATE INDEX CONCURRENTLY IF NOT EXISTS vector_row_{index_no}_{name} ON vector_row_{index_no}
USING hnsw ((CAST(embedding AS halfvec({dimensions}))) halfvec_cosine_ops) WITH (m = 16, ef_construction = 200)
{condition};
