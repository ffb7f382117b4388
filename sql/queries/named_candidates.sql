-- What the keyword route adds to the candidates of search_hybrid.sql.
UNION ALL
SELECT chunk_no, CAST(:named_weight AS float8) / (:rrf_k + rank), NULL, NULL, rank, NULL, NULL FROM named
UNION ALL
SELECT chunk_no, 0, NULL, NULL, NULL, 1 - distance, NULL FROM named_dense
UNION ALL
SELECT chunk_no, 0, NULL, NULL, NULL, NULL, score FROM named_bm25
