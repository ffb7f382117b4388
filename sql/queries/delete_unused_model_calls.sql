-- Replies that lost a document they were made from: equal documents keep a reply to one of them alive.
DELETE FROM model_call c
WHERE c.num_documents > (SELECT count(*) FROM model_call_document d WHERE d.request_sha256 = c.request_sha256);
