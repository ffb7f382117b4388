-- Parses that no chunk set and no state uses. What an estimate parsed ahead of an ingestion stays for a week: its bytes have
-- no content, as no ingestion looked at them, or their document was parsed before it, with other settings. What a document
-- used has a content still (delete_unused_contents), and no document once that is forgotten.
DELETE FROM parse p
WHERE NOT EXISTS (SELECT FROM chunk_set c WHERE c.parse_id = p.parse_id)
  AND NOT EXISTS (SELECT FROM stage_state s WHERE s.stage = 'pages' AND s.outputs ->> 'parse_id' = p.parse_id)
  AND NOT (p.created_at > now() - interval '7 days'
           AND (NOT EXISTS (SELECT FROM content c WHERE c.content_sha256 = p.content_sha256)
                OR EXISTS (SELECT FROM document d JOIN stage_state s ON s.document_no = d.document_no AND s.stage = 'pages'
                           WHERE d.content_sha256 = p.content_sha256 AND s.finished_at < p.created_at)));
