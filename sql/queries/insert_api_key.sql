-- A new key; no row where its name is taken.
INSERT INTO api_key (key_name, secret_sha256, role, collections, requests_per_minute, expires_at)
VALUES (:key_name, :secret_sha256, :role, CAST(:collections AS text[]), :requests_per_minute,
        CAST(:expires_at AS timestamptz))
ON CONFLICT (key_name) DO NOTHING
RETURNING key_no;
