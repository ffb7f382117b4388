-- Every index with its aliases and its size.
SELECT i.index_no, i.index_name, i.variant, i.chunk_params, i.space, i.dimensions, CAST(i.text_config AS text) AS text_config,
       i.k1, i.b, s.num_documents, s.num_chunks, s.num_vectors,
       ARRAY(SELECT a.alias FROM index_alias a WHERE a.index_no = i.index_no ORDER BY a.alias) AS aliases
FROM search_index i JOIN index_stat s USING (index_no)
ORDER BY i.index_name;
