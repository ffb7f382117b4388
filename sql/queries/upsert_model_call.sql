-- Keep a reply; a newer one takes the place of an older one and serves its documents too.
INSERT INTO model_call AS c (request_sha256, job, endpoint, model, response, finish_reason, num_documents,
                             input_tokens, cached_tokens, output_tokens, seconds, cost_usd)
VALUES (:request_sha256, :job, :endpoint, :model, :response, :finish_reason, :num_documents,
        :input_tokens, :cached_tokens, :output_tokens, :seconds, :cost_usd)
ON CONFLICT (request_sha256) DO UPDATE
SET job = excluded.job, response = excluded.response, finish_reason = excluded.finish_reason, input_tokens = excluded.input_tokens,
    cached_tokens = excluded.cached_tokens, output_tokens = excluded.output_tokens, seconds = excluded.seconds,
    cost_usd = excluded.cost_usd, created_at = now();
