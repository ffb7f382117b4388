-- Dense and BM25 candidates fused by reciprocal rank (Cormack, Clarke, Buettcher 2009) in one statement. A route with a
-- top_k of 0 brings nothing, so one route alone is this statement too. {dimensions} is replaced by the index's number:
-- the HNSW index is over that cast.
-- A filter becomes a list of documents whose vectors are all compared: narrowing never loses a hit.
WITH allowed AS MATERIALIZED (
    SELECT coalesce(array_agg(i.document_no), '{}') AS documents
    FROM index_document i JOIN document d USING (document_no)
    WHERE CAST(:is_filtered AS boolean) AND i.index_no = :index_no
      AND (cardinality(CAST(:collections AS text[])) = 0 OR d.collection = ANY (CAST(:collections AS text[])))
      AND (cardinality(CAST(:documents AS text[])) = 0 OR d.document_id = ANY (CAST(:documents AS text[])))
),
nearest AS MATERIALIZED (
    -- everything: by the HNSW index once there is one
    (SELECT v.chunk_no,
            CAST(v.embedding AS halfvec({dimensions})) <=> CAST(:embedding AS halfvec({dimensions})) AS distance
     FROM vector_row v
     WHERE NOT CAST(:is_filtered AS boolean) AND v.index_no = :index_no
     ORDER BY CAST(v.embedding AS halfvec({dimensions})) <=> CAST(:embedding AS halfvec({dimensions}))
     LIMIT :dense_rows)
    UNION ALL
    -- filtered: every vector of the allowed documents; OFFSET 0 keeps the planner from walking HNSW until enough fit
    (SELECT exact.chunk_no, exact.distance
     FROM (SELECT v.chunk_no, v.embedding <=> CAST(:embedding AS halfvec({dimensions})) AS distance
           FROM vector_row v
           WHERE CAST(:is_filtered AS boolean) AND v.index_no = :index_no
             AND v.document_no = ANY (CAST((SELECT documents FROM allowed) AS bigint[]))
           OFFSET 0) exact
     ORDER BY exact.distance LIMIT :dense_rows)
),
dense AS MATERIALIZED (
    -- the best part ranks its chunk
    SELECT chunk_no, min(distance) AS distance, row_number() OVER (ORDER BY min(distance), chunk_no) AS rank
    FROM nearest GROUP BY chunk_no ORDER BY rank LIMIT :dense_top_k
),
bm25 AS MATERIALIZED (
    SELECT chunk_no, score, row_number() OVER (ORDER BY score DESC, chunk_no) AS rank
    FROM bm25_scores(:index_no, :question, :bm25_top_k,
                     CASE WHEN CAST(:is_filtered AS boolean) THEN (SELECT documents FROM allowed) END)
),
fused AS MATERIALIZED (
    SELECT chunk_no, sum(gain) AS rrf_score, min(dense_rank) AS dense_rank, min(bm25_rank) AS bm25_rank,
           max(similarity) AS similarity, max(bm25_score) AS bm25_score
    FROM (
        SELECT chunk_no, CAST(:dense_weight AS float8) / (:rrf_k + rank) AS gain, rank AS dense_rank,
               CAST(NULL AS bigint) AS bm25_rank, 1 - distance AS similarity, CAST(NULL AS float8) AS bm25_score
        FROM dense
        UNION ALL
        SELECT chunk_no, CAST(:bm25_weight AS float8) / (:rrf_k + rank), NULL, rank, NULL, score FROM bm25
    ) candidate
    GROUP BY chunk_no ORDER BY rrf_score DESC, chunk_no LIMIT :top_k
)
SELECT f.*, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_id, d.source_uri
FROM fused f
JOIN chunk c ON c.chunk_no = f.chunk_no
JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
JOIN document d ON d.document_no = cs.document_no
ORDER BY f.rrf_score DESC, f.chunk_no;
