-- What every stage of a document last did.
SELECT stage, index_no, status, fingerprint, done_fingerprint, outputs, attempts, error_class, error, is_transient
FROM stage_state WHERE document_no = :document_no;
