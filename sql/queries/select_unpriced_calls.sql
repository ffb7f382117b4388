-- Calls of unknown price that ingestion made so far: questions, answers and judgements are not part of it.
SELECT coalesce(sum(num_unpriced), 0) FROM model_spend
WHERE job NOT IN ('rewrite', 'rerank', 'answer', 'judge', 'format', 'agent');
