-- Take one request and :tokens tokens, and say how many seconds to wait before using them. Both refill all the time, up to
-- a burst; what is taken beyond makes the next ones wait, in the order in which they asked.
INSERT INTO model_rate AS r (endpoint, model, requests_left, tokens_left, updated_at)
VALUES (:endpoint, :model, CAST(:request_burst AS float8) - 1, CAST(:token_burst AS float8) - :tokens, clock_timestamp())
ON CONFLICT (endpoint, model) DO UPDATE
SET requests_left = least(:request_burst, r.requests_left
        + :requests_per_second * extract(epoch FROM clock_timestamp() - r.updated_at)) - 1,
    tokens_left = least(:token_burst, r.tokens_left
        + :tokens_per_second * extract(epoch FROM clock_timestamp() - r.updated_at)) - :tokens,
    updated_at = clock_timestamp()
RETURNING CAST(greatest(0, -r.requests_left / :requests_per_second, -r.tokens_left / :tokens_per_second,
                        extract(epoch FROM greatest(r.paused_until, r.updated_at) - r.updated_at)) AS float8);
