-- Terms, postings and configuration of an index, to give the same tokens to another engine. Numbers of fixed width.
COPY (SELECT p.chunk_no, p.term_id, p.tf, CAST(CAST(t.text_config AS oid) AS int)
      FROM posting p JOIN term t USING (index_no, term_id)
      WHERE p.index_no = {index_no} ORDER BY p.chunk_no, p.term_id)
TO STDOUT (FORMAT BINARY)
