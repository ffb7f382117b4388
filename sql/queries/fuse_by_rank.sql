-- Reciprocal rank fusion: a candidate gains weight / (k + rank) on every route that found it.
SELECT p.chunk_no, p.gain AS score, p.dense_rank, p.bm25_rank, p.keyword_rank, p.similarity, p.bm25_score
FROM pooled p
ORDER BY p.gain DESC, p.chunk_no LIMIT :top_k;
