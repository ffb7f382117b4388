-- Keep vectors by what was embedded.
INSERT INTO embedding (space, input_sha256, vector)
SELECT :space, x.input_sha256, CAST(x.vector AS vector)
FROM unnest(CAST(:hashes AS text[]), CAST(:vectors AS text[])) AS x(input_sha256, vector)
ON CONFLICT (space, input_sha256) DO NOTHING;
