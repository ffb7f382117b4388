-- Chunk sets of documents of some collections, with their parses and contents. Embeddings stay: they are a cache.
WITH gone AS (
    DELETE FROM chunk_set s USING document d
    WHERE d.document_no = s.document_no AND d.collection LIKE :collection
    RETURNING s.parse_id
)
SELECT count(*) FROM gone;
