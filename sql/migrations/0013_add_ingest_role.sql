-- Keys of programs that bring documents: they read and, on the command line, ingest, retry and forget in their collections.
ALTER TABLE api_key DROP CONSTRAINT api_key_role_check;
ALTER TABLE api_key ADD CONSTRAINT api_key_role_check CHECK (role IN ('owner', 'service', 'reader', 'ingest'));
COMMENT ON COLUMN api_key.role IS 'what its holder may do: owner, service, reader or ingest';
