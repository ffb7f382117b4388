-- Where vectors arrive by COPY, for this connection only; empty again at the end of every transaction.
CREATE TEMPORARY TABLE IF NOT EXISTS embedding_load (input_sha256 text NOT NULL, vector vector NOT NULL) ON COMMIT DELETE ROWS;
