-- A view asks for its tables as whoever asks it, so that row-level security sees the caller. Replacing a view forgets
-- this, hence the migration runs the function after every view.
--
-- Before Postgres 15 a view always reads as its owner: there only roles that read all collections may use views.
CREATE OR REPLACE FUNCTION protect_views(server_version int DEFAULT NULL) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    has_invokers boolean := coalesce(server_version, CAST(current_setting('server_version_num') AS int)) >= 150000;
    seen         record;
BEGIN
    FOR seen IN SELECT CAST(c.oid AS regclass) AS view FROM pg_class c
                WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind = 'v'
                  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
                  AND (NOT has_invokers OR NOT coalesce('security_invoker=true' = ANY (c.reloptions), false)) LOOP
        IF has_invokers THEN
            EXECUTE format('ALTER VIEW %s SET (security_invoker = true)', seen.view);
        ELSE
            PERFORM close_view(seen.view);
        END IF;
    END LOOP;
END $$;
COMMENT ON FUNCTION protect_views(int) IS 'make every view ask as its caller; before Postgres 15, close views to roles that do not read all';

CREATE OR REPLACE FUNCTION close_view(closed regclass) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    granted name;
BEGIN
    FOR granted IN
        SELECT r.rolname FROM pg_class c CROSS JOIN LATERAL aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
        WHERE c.oid = closed AND a.grantee <> c.relowner
          AND NOT EXISTS (SELECT FROM reader_collection k WHERE k.role_name = r.rolname AND k.collection IS NULL) LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %I', closed, granted);
    END LOOP;
    EXECUTE format('REVOKE ALL ON %s FROM PUBLIC', closed);
END $$;
COMMENT ON FUNCTION close_view(regclass) IS 'take a view from roles that do not read all collections';

-- views that were there before
SELECT protect_views();
