-- The route that search uses.
SELECT chunk_no, score FROM bm25_scores(%(index_no)s, %(question)s, %(top_k)s);
