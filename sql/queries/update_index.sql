-- Parameters that may change while an index lives: chunks follow by their fingerprints, k1 and b apply at query time.
UPDATE search_index SET chunk_params = CAST(:chunk_params AS jsonb), k1 = :k1, b = :b WHERE index_no = :index_no;
