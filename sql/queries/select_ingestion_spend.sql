-- What ingestion spent so far: calls of unknown price, and USD for vectors, which no document counts for itself. Questions
-- make a vector each; answers and judgements are not part of it.
SELECT coalesce(sum(num_unpriced), 0) AS num_unpriced, coalesce(sum(cost_usd) FILTER (WHERE job = 'embed'), 0) AS embed_usd
FROM model_spend
WHERE job IN ('classify', 'title', 'table', 'picture', 'slide', 'format', 'embed');
