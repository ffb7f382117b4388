-- Whether a key counts now.
SELECT EXISTS (SELECT FROM api_key WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()));
