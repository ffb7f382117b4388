-- Parameters that may change while an index lives: chunks and terms follow by their fingerprints, document by document;
-- k1 and b apply at query time.
UPDATE search_index
SET chunk_params = CAST(:chunk_params AS jsonb), k1 = :k1, b = :b, text_config = CAST(:text_config AS regconfig)
WHERE index_no = :index_no RETURNING index_no;
