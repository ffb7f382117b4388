-- Tokens that calls of a job took with a model so far: what estimates are told from.
SELECT count(*) AS calls, avg(input_tokens) AS input_tokens, avg(output_tokens) AS output_tokens
FROM model_call
WHERE job = :job AND model = :model AND input_tokens IS NOT NULL AND output_tokens IS NOT NULL;
