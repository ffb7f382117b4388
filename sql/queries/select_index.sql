-- An index by its own name or an alias; its own name wins.
SELECT i.index_no, i.index_name, i.variant, i.chunk_params, i.space, i.dimensions, CAST(i.text_config AS text) AS text_config,
       i.k1, i.b
FROM search_index i
WHERE i.index_name = :name OR i.index_no = (SELECT a.index_no FROM index_alias a WHERE a.alias = :name)
ORDER BY i.index_name = :name DESC LIMIT 1;
