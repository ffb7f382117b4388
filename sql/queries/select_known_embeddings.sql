-- Which of some inputs have a vector in a space.
SELECT input_sha256 FROM embedding WHERE space = :space AND input_sha256 = ANY (CAST(:hashes AS text[]));
