-- Have documents read again although the listing says that nothing changed.
WITH marked AS (
    UPDATE document SET changed_at = now() WHERE document_no = ANY (CAST(:documents AS bigint[])) RETURNING document_no
)
UPDATE stage_state s SET fingerprint = '', done_fingerprint = CASE WHEN s.status = 'done' THEN '' ELSE s.done_fingerprint END
FROM marked m
WHERE s.document_no = m.document_no AND s.stage = 'documents';
