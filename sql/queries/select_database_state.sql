-- Everything that opening a database checks, in one row. Fails while schema_migration does not exist.
SELECT CAST(current_setting('server_version_num') AS int) AS server_version,
       current_setting('server_encoding') AS encoding,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_version,
       (SELECT coalesce(jsonb_object_agg(file_name, sha256), '{}') FROM schema_migration) AS applied;
