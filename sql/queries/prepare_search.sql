-- Settings for this transaction only, so that no pooler loses them, and how many vectors are second parts of a chunk.
SELECT set_config('jit', 'off', true),
       set_config('hnsw.ef_search', CAST(:ef_search AS text), true),
       -- go on until the limit is met; rows are sorted again afterwards
       set_config('hnsw.iterative_scan', 'relaxed_order', true),
       (SELECT s.num_vectors - s.num_chunks FROM index_stat s WHERE s.index_no = :index_no) AS num_further_parts;
