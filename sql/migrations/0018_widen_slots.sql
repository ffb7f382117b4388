-- A slot of a block holds two chunks: blocks are made anew (docs/decisions/0024).
TRUNCATE impact, impact_slot, impact_block;
UPDATE index_document SET is_blocked = false WHERE is_blocked;

ALTER TABLE impact_block DROP CONSTRAINT impact_block_num_chunks_check;
ALTER TABLE impact_block ADD CONSTRAINT impact_block_num_chunks_check CHECK (num_chunks BETWEEN 1 AND 4000);

-- The index of slots named one chunk each.
DO $$
DECLARE
    slots text;
BEGIN
    FOR slots IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                 WHERE i.inhparent = CAST('impact_slot' AS regclass) LOOP
        EXECUTE format('DROP INDEX IF EXISTS %I', slots || '_slot');
        EXECUTE format('CREATE UNIQUE INDEX %I ON %I (block_no, slot, chunk_no) INCLUDE (document_no, index_no)',
                       slots || '_slot', slots);
    END LOOP;
END $$;

-- They no longer give sums.
DROP FUNCTION IF EXISTS bm25_mark(vector[], float8);
DROP FUNCTION IF EXISTS bm25_marked(int, int[], vector[], varbit[]);
DROP FUNCTION IF EXISTS bm25_filter_marked(bigint[], text[], int, int, bigint[], float8[]);
DROP FUNCTION IF EXISTS bm25_drop_blocks(int);
