-- Whether a reader's role is there, whether it has collections, and whether it may read all that it should. Views are
-- closed to readers of some collections before Postgres 15.
SELECT g.is_there, g.has_collections, g.is_there AND g.has_collections AND g.num_closed = 0 AS is_ready
FROM (
    SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = :reader) AS is_there,
           EXISTS (SELECT FROM reader_collection WHERE role_name = :reader) AS has_collections,
           (SELECT count(*) FROM pg_class c
            WHERE c.relnamespace = CAST('public' AS regnamespace) AND NOT c.relispartition
              AND (c.relkind IN ('r', 'p') OR c.relkind = 'v' AND EXISTS (
                   SELECT FROM reader_collection k WHERE k.role_name = :reader AND k.collection IS NULL))
              AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = :reader
                              AND has_table_privilege(r.oid, c.oid, 'SELECT'))) AS num_closed
) g;
