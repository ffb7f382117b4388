-- Whether this login may act as bizrag_service, and what that role may not read yet although it should.
SELECT to_regrole('bizrag_service') IS NOT NULL
       AND coalesce(pg_has_role(current_user, CAST(to_regrole('bizrag_service') AS oid),
                                CASE WHEN CAST(current_setting('server_version_num') AS int) >= 160000 THEN 'SET' ELSE 'MEMBER' END),
                    false) AS is_ready,
       (SELECT count(*) FROM pg_class c
        WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind IN ('r', 'p')
          AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.rolname = 'bizrag_service'
                            AND has_table_privilege(r.oid, c.oid, 'SELECT'))) AS num_closed;
