-- A login for analysts: it reads every table and view of ours, calls the search functions, owns nothing and writes
-- nothing. Says whether the role is new. Rights alone keep it from writing; the settings only make mistakes milder, and
-- a person may change them. Runs as whoever calls it: that role must own the tables, and may have to create a role.
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
    'make or renew a role that reads everything of ours and writes nothing; true when it is new';
