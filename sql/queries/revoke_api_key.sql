-- Take a key back, and the sessions that stand for it; no row where there is none, or it was taken back before.
WITH revoked AS (
    UPDATE api_key SET revoked_at = now() WHERE key_name = :key_name AND revoked_at IS NULL RETURNING key_no
),
ended AS (DELETE FROM web_session s USING revoked r WHERE s.key_no = r.key_no)
SELECT key_no FROM revoked;
