-- What is embedded for a chunk, part by part, and whether its vector is searched.
SELECT i.part, i.text, i.parts, i.input_sha256,
       EXISTS (SELECT FROM vector_row v WHERE v.index_no = :index_no AND v.chunk_no = i.chunk_no AND v.part = i.part) AS is_live
FROM chunk_input i WHERE i.chunk_no = :chunk_no ORDER BY i.part;
