-- Every index with what answers in it.
SELECT x.index_name AS index, x.variant, x.space, count(i.document_no) AS documents, coalesce(sum(c.num_chunks), 0) AS chunks
FROM search_index x
LEFT JOIN index_document i USING (index_no)
LEFT JOIN chunk_set c USING (chunk_set_id)
GROUP BY x.index_no ORDER BY x.index_name;
