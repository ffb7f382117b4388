-- How far the documents of some buckets are, by stage: all that made it, and a hash over what they made.
SELECT b.bucket, s.stage, s.index_no, b.num_documents,
       count(*) FILTER (WHERE s.status = 'done') AS num_done,
       count(*) FILTER (WHERE s.status = 'failed') AS num_failed,
       encode(sha256(convert_to(string_agg(d.document_id || CAST(s.outputs AS text), E'\n' ORDER BY d.document_id), 'UTF8')), 'hex')
           AS output_sha256
FROM (SELECT document_bucket(document_id, :buckets) AS bucket, count(*) AS num_documents FROM document
      WHERE document_bucket(document_id, :buckets) = ANY (CAST(:numbers AS int[])) GROUP BY 1) b
JOIN document d ON document_bucket(d.document_id, :buckets) = b.bucket
JOIN stage_state s USING (document_no)
GROUP BY b.bucket, b.num_documents, s.stage, s.index_no;
