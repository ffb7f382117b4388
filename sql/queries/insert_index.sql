-- A new index and its empty statistics.
WITH added AS (
    INSERT INTO search_index (index_name, variant, chunk_params, space, dimensions, text_config, k1, b)
    VALUES (:index_name, :variant, CAST(:chunk_params AS jsonb), :space, :dimensions, CAST(:text_config AS regconfig), :k1, :b)
    RETURNING index_no
)
INSERT INTO index_stat (index_no) SELECT index_no FROM added RETURNING index_no;
