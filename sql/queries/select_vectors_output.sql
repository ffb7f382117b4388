-- One hash over the inputs of a chunk set, in order, and how many there are: what "embedded" means for it.
SELECT count(*) AS num_inputs,
       encode(sha256(convert_to(coalesce(string_agg(i.input_sha256, E'\n' ORDER BY c.ordinal, i.part), ''), 'UTF8')), 'hex') AS output_sha256
FROM chunk c JOIN chunk_input i USING (chunk_no)
WHERE c.chunk_set_id = :chunk_set_id;
