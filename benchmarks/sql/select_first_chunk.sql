-- The number of the first chunk that was loaded: chunks have consecutive numbers from there.
SELECT min(chunk_no) FROM vector_row WHERE index_no = :index_no;
