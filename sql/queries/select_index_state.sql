-- A digest of all that an index answers with: it changes when any document's chunks, vectors, words or keywords do.
SELECT md5(coalesce(string_agg(concat_ws(' ', d.document_id, i.chunk_set_id, i.publisher, s.done_fingerprint), ','
                               ORDER BY d.document_id), '')) AS digest
FROM index_document i
JOIN document d USING (document_no)
LEFT JOIN stage_state s
       ON s.document_no = i.document_no AND s.stage = 'search_index' AND s.index_no = i.index_no
WHERE i.index_no = :index_no;
