-- Dense and BM25 candidates, and those of the documents that the question names (keyword route), fused in one statement:
-- by reciprocal rank (Cormack, Clarke, Buettcher 2009), or by score (HiQA 3.3, equation 2). A route with a top_k of 0 brings nothing,
-- so one route alone is this statement too. Filled in before it runs: one of the statements walk_*.sql, one of
-- compare_*.sql, one of fuse_*.sql, the keyword route (named*.sql) where a document is named, and the index's dimensions,
-- because vector indexes are over that cast.
WITH walked AS MATERIALIZED (
    {walked}
),
compared AS MATERIALIZED (
    -- Where walking found too few chunks or was not tried: a filter never loses a hit. OFFSET 0 inside keeps the planner
    -- from walking a vector index until enough rows fit.
    SELECT o.chunk_no, o.distance FROM ({compared}) o ORDER BY o.distance LIMIT :compared_rows
),
dense AS MATERIALIZED (
    -- the best part ranks its chunk
    SELECT n.chunk_no, min(n.distance) AS distance, row_number() OVER (ORDER BY min(n.distance), n.chunk_no) AS rank
    FROM (SELECT * FROM walked UNION ALL SELECT * FROM compared) n
    GROUP BY n.chunk_no ORDER BY rank LIMIT :dense_top_k
),
bm25 AS MATERIALIZED (
    SELECT s.chunk_no, s.score, row_number() OVER (ORDER BY s.score DESC, s.chunk_no) AS rank
    FROM bm25_scores(:index_no, :question, :bm25_top_k, CAST(:documents AS bigint[]), CAST(:kinds AS text[]),
                     CAST(:page_from AS int), CAST(:page_to AS int)) s
),
{named}
pooled AS MATERIALIZED (
    SELECT chunk_no, sum(gain) AS gain, min(dense_rank) AS dense_rank, min(bm25_rank) AS bm25_rank,
           min(keyword_rank) AS keyword_rank, max(similarity) AS similarity, max(bm25_score) AS bm25_score
    FROM (
        SELECT chunk_no, CAST(:dense_weight AS float8) / (:rrf_k + rank) AS gain, rank AS dense_rank,
               CAST(NULL AS bigint) AS bm25_rank, CAST(NULL AS bigint) AS keyword_rank, 1 - distance AS similarity,
               CAST(NULL AS float8) AS bm25_score
        FROM dense
        UNION ALL
        SELECT chunk_no, CAST(:bm25_weight AS float8) / (:rrf_k + rank), NULL, rank, NULL, NULL, score FROM bm25
        {named_candidates}
    ) candidate
    GROUP BY chunk_no
),
fused AS MATERIALIZED (
    {fused}
)
SELECT f.*, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_no, d.document_id, d.collection, d.source_uri
FROM fused f
JOIN chunk c ON c.chunk_no = f.chunk_no
JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
JOIN document d ON d.document_no = cs.document_no
ORDER BY f.score DESC, f.chunk_no;
