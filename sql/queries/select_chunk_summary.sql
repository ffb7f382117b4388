-- How many chunks of each kind, and tokens, a set holds.
SELECT kind, count(*) AS num_chunks, coalesce(sum(num_tokens), 0) AS num_tokens
FROM chunk WHERE chunk_set_id = :chunk_set_id GROUP BY kind ORDER BY kind;
