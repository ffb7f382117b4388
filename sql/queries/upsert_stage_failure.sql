-- A stage failed: the outputs of the last success stay, and with them the version that answers.
INSERT INTO stage_state AS s (document_no, stage, index_no, status, fingerprint, version, attempts, error_class, error, is_transient, seconds)
VALUES (:document_no, :stage, :index_no, 'failed', :fingerprint, :version, 1, :error_class, :error, :is_transient, :seconds)
ON CONFLICT (document_no, stage, index_no) DO UPDATE
SET status = 'failed', fingerprint = excluded.fingerprint, version = excluded.version,
    attempts = CASE WHEN s.status = 'failed' AND s.fingerprint = excluded.fingerprint THEN s.attempts + 1 ELSE 1 END,
    error_class = excluded.error_class, error = excluded.error, is_transient = excluded.is_transient,
    seconds = excluded.seconds, finished_at = now();
