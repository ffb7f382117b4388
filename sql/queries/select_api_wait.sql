-- Seconds until a key has a request left again.
SELECT greatest(60 * (1 - requests_left) / :per_minute
                - CAST(extract(epoch FROM clock_timestamp() - updated_at) AS float8), 0)
FROM api_key_rate WHERE key_no = :key_no;
