-- What an unprepared database offers: server version, encoding, whether its locale knows capitals beyond A to Z (C does not),
-- and pgvector as installed and as available.
SELECT CAST(current_setting('server_version_num') AS int) AS server_version,
       current_setting('server_encoding') AS encoding,
       lower(U&'\00c4') = U&'\00e4' AS knows_capitals,
       (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS vector_version,
       (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS vector_available;
