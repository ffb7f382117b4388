-- Keep the vectors that arrived by what was embedded; the first one of a text stays. In order of the key, so that two
-- writers with the same texts wait for each other and never in a circle.
WITH arrived AS (
    DELETE FROM embedding_load RETURNING input_sha256, vector
)
INSERT INTO embedding (space, input_sha256, vector)
SELECT :space, a.input_sha256, a.vector FROM arrived a ORDER BY a.input_sha256
ON CONFLICT (space, input_sha256) DO NOTHING;
