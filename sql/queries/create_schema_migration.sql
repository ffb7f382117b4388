-- Which files of the sql package ran against this database, and with which text.
CREATE TABLE IF NOT EXISTS schema_migration (
    file_name  text PRIMARY KEY,
    sha256     text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
);
