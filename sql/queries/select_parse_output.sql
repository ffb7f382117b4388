-- The hash of what a parse holds, if it is stored.
SELECT output_sha256 FROM parse WHERE parse_id = :parse_id;
