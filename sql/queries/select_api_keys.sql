-- All keys, those that count first.
SELECT key_name, role, collections, requests_per_minute, created_at, expires_at, revoked_at,
       CASE WHEN revoked_at IS NOT NULL THEN 'revoked' WHEN expires_at <= now() THEN 'expired' ELSE 'valid' END AS status
FROM api_key ORDER BY status DESC, key_name;
