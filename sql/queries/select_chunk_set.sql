-- A chunk set's output hash and size, if it is stored.
SELECT output_sha256, num_chunks FROM chunk_set WHERE chunk_set_id = :chunk_set_id;
