-- A browser that logged in; ended sessions go.
WITH ended AS (DELETE FROM web_session WHERE expires_at <= now())
INSERT INTO web_session (session_sha256, key_no, expires_at)
SELECT :sha256, k.key_no, least(now() + make_interval(secs => :seconds), k.expires_at) FROM api_key k WHERE k.key_no = :key_no;
