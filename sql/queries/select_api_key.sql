-- The key of a secret, or of a session of the web page, if it counts now.
SELECT k.key_no, k.key_name, k.role, k.collections, k.requests_per_minute
FROM api_key k
WHERE (k.secret_sha256 = :sha256
       OR k.key_no = (SELECT s.key_no FROM web_session s
                      WHERE :is_session AND s.session_sha256 = :sha256 AND s.expires_at > now()))
  AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now());
