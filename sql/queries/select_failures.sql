-- Every stage of every document that failed last, for a person: those before indexes, and of some indexes (null: of all).
SELECT d.document_no, d.collection, d.source_uri, s.stage, s.index_no, s.error_class, s.error, s.attempts, s.is_transient, s.finished_at,
       EXISTS (SELECT FROM index_document i WHERE i.document_no = d.document_no) AS answers_with_old_version
FROM stage_state s JOIN document d USING (document_no)
WHERE s.status = 'failed'
  AND (CAST(:documents AS bigint[]) IS NULL OR d.document_no = ANY (CAST(:documents AS bigint[])))
  AND (CAST(:indexes AS int[]) IS NULL OR s.index_no = 0 OR s.index_no = ANY (CAST(:indexes AS int[])))
ORDER BY d.collection, d.source_uri, s.index_no;
