-- Whether the reader's role is there, and what it may not read yet although it should.
SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = :reader) AS is_there,
       (SELECT count(*) FROM pg_class c
        WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
          AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = :reader AND has_table_privilege(r.oid, c.oid, 'SELECT'))) AS num_closed;
