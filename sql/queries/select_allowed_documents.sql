-- The documents of an index that a filter allows, as one value, and how many vectors they have. Conditions that are
-- null fall away before planning, and so do the joins that only they need.
SELECT count(*) AS num_documents,
       CAST(coalesce(sum(i.num_vectors), 0) AS bigint) AS num_vectors,
       CAST(coalesce(sum(i.num_vectors - i.num_chunks), 0) AS bigint) AS num_further_parts,
       CAST(coalesce(array_agg(i.document_no), '{}') AS text) AS documents
FROM index_document i
JOIN document d ON d.document_no = i.document_no
LEFT JOIN content c ON c.content_sha256 = d.content_sha256
LEFT JOIN stage_state s ON s.document_no = d.document_no AND s.stage = 'classifications' AND s.index_no = 0
LEFT JOIN classification k ON k.classification_id = s.outputs ->> 'classification'
WHERE i.index_no = :index_no
  AND (CAST(:collections AS text[]) IS NULL OR d.collection = ANY (CAST(:collections AS text[])))
  AND (CAST(:document_ids AS text[]) IS NULL OR d.document_id = ANY (CAST(:document_ids AS text[])))
  -- a file type is the ending of the name, a MIME type, or a group of them
  AND (CAST(:file_endings AS text[]) IS NULL AND CAST(:mime_types AS text[]) IS NULL AND CAST(:mime_groups AS text[]) IS NULL
       OR CAST(:file_endings AS text[]) IS NOT NULL AND d.file_ending = ANY (CAST(:file_endings AS text[]))
       OR CAST(:mime_types AS text[]) IS NOT NULL AND c.mime_type = ANY (CAST(:mime_types AS text[]))
       OR CAST(:mime_groups AS text[]) IS NOT NULL AND split_part(c.mime_type, '/', 1) = ANY (CAST(:mime_groups AS text[])))
  AND (CAST(:layouts AS text[]) IS NULL OR k.layout = ANY (CAST(:layouts AS text[])))
  -- days in UTC, both included
  AND (CAST(:modified_from AS date) IS NULL
       OR d.modified_at >= CAST(CAST(:modified_from AS date) AS timestamp) AT TIME ZONE 'UTC')
  AND (CAST(:modified_to AS date) IS NULL
       OR d.modified_at < CAST(CAST(:modified_to AS date) + 1 AS timestamp) AT TIME ZONE 'UTC');
