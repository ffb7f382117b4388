-- A call was answered, or a try failed, today.
INSERT INTO model_spend AS s (day, job, endpoint, model, num_calls, num_failed, num_unpriced, input_tokens, cached_tokens,
                              output_tokens, seconds, cost_usd)
VALUES (CAST(now() AT TIME ZONE 'UTC' AS date), :job, :endpoint, :model, :num_calls, :num_failed, :num_unpriced, :input_tokens,
        :cached_tokens, :output_tokens, :seconds, :cost_usd)
ON CONFLICT (day, job, endpoint, model) DO UPDATE
SET num_calls = s.num_calls + excluded.num_calls, num_failed = s.num_failed + excluded.num_failed,
    num_unpriced = s.num_unpriced + excluded.num_unpriced, input_tokens = s.input_tokens + excluded.input_tokens,
    cached_tokens = s.cached_tokens + excluded.cached_tokens, output_tokens = s.output_tokens + excluded.output_tokens,
    seconds = s.seconds + excluded.seconds, cost_usd = s.cost_usd + excluded.cost_usd;
