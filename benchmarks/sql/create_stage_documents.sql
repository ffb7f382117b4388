-- The documents of the stage and the text-search configuration that each gets: that of the index, if it has one.
CREATE UNLOGGED TABLE benchmark_document AS
SELECT d.document_no, d.document_id, left(d.document_id, 32) AS key,
       (SELECT i.text_config FROM search_index i WHERE i.index_no = {index_no}) AS text_config, s.num_chunks
FROM document d
JOIN (SELECT document_id, count(*) AS num_chunks FROM benchmark_chunk GROUP BY document_id) s USING (document_id);
