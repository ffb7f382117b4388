-- For analysts: SELECT * FROM nearest_chunks('0a1b...', 'main'). The live chunks of an index whose vectors are nearest to
-- those of a chunk, by cosine; the best pair of parts counts, the chunk itself is left out. Vectors are the stored ones:
-- no model is called. The chunk need not be live, only embedded in the index's space. An unknown chunk finds nothing, an
-- unknown index is an error.
CREATE OR REPLACE FUNCTION nearest_chunks(of_chunk_id text, index_or_alias text, top_k int DEFAULT 10)
RETURNS TABLE (rank bigint, similarity float8, doc text, page_nos int[], kind text, chunk_id text, text text)
LANGUAGE plpgsql STABLE ROWS 10 AS $$
DECLARE
    named search_index;
BEGIN
    SELECT i.* INTO named FROM search_index i WHERE i.index_no = bizrag_named_index(index_or_alias);
    -- For the transaction: HNSW gives up after ef_search rows otherwise. Not a setting of the function, because only a
    -- superuser may attach settings of an extension that is not loaded yet.
    PERFORM set_config('hnsw.iterative_scan', 'relaxed_order', true);
    -- The number of the index and the dimensions as constants: the planner sees one partition and its HNSW index.
    RETURN QUERY EXECUTE format($query$
        WITH own AS MATERIALIZED (
            SELECT DISTINCT CAST(e.vector AS halfvec(%1$s)) AS embedding
            FROM chunk c JOIN chunk_input i USING (chunk_no) JOIN embedding e ON e.space = $3 AND e.input_sha256 = i.input_sha256
            WHERE c.chunk_id = $1
        ),
        best AS (
            SELECT n.chunk_no, min(n.distance) AS distance
            FROM own o CROSS JOIN LATERAL (
                SELECT v.chunk_no, CAST(v.embedding AS halfvec(%1$s)) <=> o.embedding AS distance
                FROM vector_row v WHERE v.index_no = %2$s
                ORDER BY CAST(v.embedding AS halfvec(%1$s)) <=> o.embedding
                -- parts of one chunk may come one after the other, and the chunk itself comes first
                LIMIT ($2 + 1) * greatest((SELECT max(i.part) + 1 FROM chunk_input i JOIN chunk c USING (chunk_no)
                                           WHERE c.chunk_id = $1), 4)
            ) n
            GROUP BY n.chunk_no
        )
        SELECT row_number() OVER (ORDER BY b.distance, b.chunk_no), 1 - b.distance, d.source_uri, c.page_nos, c.kind, c.chunk_id, c.text
        FROM best b JOIN chunk c USING (chunk_no) JOIN chunk_set s USING (chunk_set_id) JOIN document d USING (document_no)
        WHERE c.chunk_id <> $1
        ORDER BY b.distance, b.chunk_no LIMIT $2
    $query$, named.dimensions, named.index_no) USING of_chunk_id, top_k, named.space;
END $$;
COMMENT ON FUNCTION nearest_chunks(text, text, int) IS
    'live chunks of an index (or alias) whose stored vectors are nearest to those of a chunk, by cosine; the best part counts';
