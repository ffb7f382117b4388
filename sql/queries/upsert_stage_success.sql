-- A stage succeeded: its outputs answer from now on.
INSERT INTO stage_state AS s (document_no, stage, index_no, status, fingerprint, done_fingerprint, version, outputs, attempts, seconds, calls)
VALUES (:document_no, :stage, :index_no, 'done', :fingerprint, :fingerprint, :version, CAST(:outputs AS jsonb), 1, :seconds, CAST(:calls AS jsonb))
ON CONFLICT (document_no, stage, index_no) DO UPDATE
SET status = 'done', fingerprint = excluded.fingerprint, done_fingerprint = excluded.fingerprint, version = excluded.version,
    outputs = excluded.outputs,
    attempts = CASE WHEN s.status = 'failed' AND s.fingerprint = excluded.fingerprint THEN s.attempts + 1 ELSE 1 END,
    error_class = NULL, error = NULL, is_transient = false, seconds = excluded.seconds, calls = excluded.calls, finished_at = now();
