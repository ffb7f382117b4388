-- Vectors lie in their rows, long ones too: outside, each comparison begins with a lookup that takes longer than itself.
-- Rows that are there keep theirs outside until they are written anew (or VACUUM FULL writes them).
DO $$
DECLARE
    child regclass;
BEGIN
    FOR child IN SELECT inhrelid FROM pg_inherits WHERE inhparent = CAST('vector_row' AS regclass) LOOP
        EXECUTE format('ALTER TABLE %s SET (toast_tuple_target = 8160)', child);
    END LOOP;
END $$;
