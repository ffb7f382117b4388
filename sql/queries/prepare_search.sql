-- Settings for this transaction only, so that no pooler loses them; and how large an index is, and which vector index
-- it has. No row where there is no such index.
SELECT set_config('jit', 'off', true),
       set_config('hnsw.ef_search', CAST(:ef_search AS text), true),
       -- go on until the limit is met; rows are sorted again afterwards
       set_config('hnsw.iterative_scan', 'relaxed_order', true),
       set_config('hnsw.max_scan_tuples', CAST(:max_scan_tuples AS text), true),
       -- a walk may keep this many times work_mem
       set_config('hnsw.scan_mem_multiplier', '4', true),
       -- The planner does not know what reading and comparing long vectors costs, and takes a scan of all for cheap.
       CASE WHEN CAST(:may_walk AS boolean) AND built.sort IS NOT NULL THEN set_config('enable_seqscan', 'off', true) END,
       s.num_documents, s.num_vectors,
       -- vectors of second and further parts of a chunk
       s.num_vectors - s.num_chunks AS num_further_parts,
       built.sort AS vector_index
FROM index_stat s
CROSS JOIN LATERAL (
    -- one of a half of the vectors alone finds nothing of the other half
    SELECT CASE WHEN count(*) FILTER (WHERE x.indpred IS NOT NULL) <> 1 THEN min(substring(i.relname FROM '_(hnsw|bits)')) END AS sort
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am a ON a.oid = i.relam
    WHERE x.indrelid = to_regclass('vector_row_' || CAST(s.index_no AS text)) AND a.amname = 'hnsw' AND x.indisvalid
) built
WHERE s.index_no = :index_no;
