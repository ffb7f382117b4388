-- A reply was of no use: the next equal request is a call.
DELETE FROM model_call WHERE request_sha256 = :request_sha256;
