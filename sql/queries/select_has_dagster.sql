-- Whether Dagster has written to this database.
SELECT to_regclass('dagster.runs') IS NOT NULL AND to_regclass('dagster.run_tags') IS NOT NULL;
