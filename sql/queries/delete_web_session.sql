-- A browser logs out.
DELETE FROM web_session WHERE session_sha256 = :sha256;
