-- The reply to a request that was made before.
SELECT response, finish_reason FROM model_call WHERE request_sha256 = :request_sha256;
