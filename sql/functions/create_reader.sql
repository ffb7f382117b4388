-- Roles that read and own nothing. Which rows they read is not a matter of rights: see protect_tables.sql.
-- These functions run as whoever calls them: that role must own the tables, and may have to create a role.

-- Rights to read every table and view of ours and to call its functions, also those to come.
CREATE OR REPLACE FUNCTION grant_reading(reader text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), reader);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', reader);
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA public TO %I', reader);
    EXECUTE format('GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO %I', reader);
    -- what later migrations and new indexes make
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO %I', reader);
    EXECUTE format('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO %I', reader);
    BEGIN
        -- before Postgres 15 everybody may create tables here
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
    EXCEPTION WHEN insufficient_privilege THEN
        RAISE NOTICE 'rights on the schema were left as they are: %', SQLERRM;
    END;
    -- before Postgres 15 views read as their owner
    PERFORM protect_views();
END $$;
COMMENT ON FUNCTION grant_reading(text) IS 'let a role read tables, views and functions of ours, and nothing else';

-- A login for analysts: it calls the search functions and writes nothing. Says whether the role is new. Rights alone
-- keep it from writing; the settings only make mistakes milder, and a person may change them.
CREATE OR REPLACE FUNCTION create_reader(reader text, seconds_per_statement int, password_hash text DEFAULT NULL) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    is_new boolean := NOT EXISTS (SELECT FROM pg_roles WHERE rolname = reader);
BEGIN
    IF is_new THEN
        EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS', reader);
    END IF;
    IF password_hash IS NOT NULL THEN
        EXECUTE format('ALTER ROLE %I PASSWORD %L', reader, password_hash);
    END IF;
    PERFORM grant_reading(reader);
    BEGIN
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET default_transaction_read_only = on', reader, current_database());
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET statement_timeout = %L', reader, current_database(),
                       seconds_per_statement || 's');
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET jit = off', reader, current_database());
    EXCEPTION WHEN insufficient_privilege THEN
        RAISE NOTICE 'the settings of % were left as they are: %', reader, SQLERRM;
    END;
    RETURN is_new;
END $$;
COMMENT ON FUNCTION create_reader(text, int, text) IS
    'make or renew a role that reads what reader_collection allows it and writes nothing; true when it is new';

-- The role that a transaction takes on to ask for somebody else. Nobody logs in with it.
CREATE OR REPLACE FUNCTION create_service() RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    is_new boolean := to_regrole('bizrag_service') IS NULL;
BEGIN
    IF is_new THEN
        CREATE ROLE bizrag_service NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
    END IF;
    PERFORM grant_reading('bizrag_service');
    IF NOT pg_has_role(current_user, 'bizrag_service', 'MEMBER')
       OR CAST(current_setting('server_version_num') AS int) >= 160000 AND NOT pg_has_role(current_user, 'bizrag_service', 'SET') THEN
        EXECUTE format('GRANT bizrag_service TO %I', current_user);
    END IF;
    RETURN is_new;
END $$;
COMMENT ON FUNCTION create_service() IS
    'make or renew bizrag_service, whose collections the setting bizrag.collections says; true when it is new';
