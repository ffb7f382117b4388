-- HNSW over the signs of the vectors. Writers go on meanwhile; it cannot run in a transaction.
CREATE INDEX CONCURRENTLY IF NOT EXISTS vector_row_{index_no}_{name} ON vector_row_{index_no}
USING hnsw ((CAST(binary_quantize(embedding) AS bit({dimensions}))) bit_hamming_ops) WITH (m = {m}, ef_construction = {ef_construction})
{condition};
