-- Make the search tables of an index; nothing happens when they are there. The caller holds the lock of the index.
CREATE OR REPLACE FUNCTION create_index_partitions(new_index_no int, dimensions int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    parent text;
    child  text;
    is_new boolean := false;
BEGIN
    FOREACH parent IN ARRAY ARRAY['vector_row', 'term', 'posting', 'impact', 'impact_slot'] LOOP
        child := parent || '_' || new_index_no;
        CONTINUE WHEN to_regclass(child) IS NOT NULL;
        is_new := true;
        -- Made apart and attached: that locks the parent for nobody who reads or writes.
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', child, parent);
        -- With the check in place, attaching need not look at rows.
        EXECUTE format('ALTER TABLE %I ADD CHECK (index_no = %s)', child, new_index_no);
        IF parent = 'vector_row' THEN
            EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (vector_dims(embedding) = %s)',
                           child, child || '_dimensions', dimensions);
            -- Vectors stay in their rows while these fit a page: a lookup each takes longer than comparing them.
            EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', child);
            EXECUTE format('CREATE INDEX %I ON %I (document_no)', child || '_document', child);
            -- Filters that leave few vectors find them here; the HNSW index comes when there are many.
            EXECUTE format('CREATE INDEX %I ON %I (kind)', child || '_kind', child);
            EXECUTE format('CREATE INDEX %I ON %I USING gist (pages)', child || '_pages', child);
        ELSIF parent = 'term' THEN
            -- Room for df to change in place.
            EXECUTE format('ALTER TABLE %I SET (fillfactor = 85)', child);
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term, text_config)', child || '_term', child);
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term_id)', child || '_id', child);
        ELSIF parent = 'impact' THEN
            -- Vectors stay in their rows, as they are: they fit a page up to a thousand slots of a block.
            EXECUTE format('ALTER TABLE %I SET (toast_tuple_target = 8160)', child);
            EXECUTE format('ALTER TABLE %I ALTER impacts SET STORAGE EXTERNAL', child);
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term_id, block_no)', child || '_term', child);
        ELSIF parent = 'impact_slot' THEN
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (block_no, slot, chunk_no) INCLUDE (document_no, index_no)',
                           child || '_slot', child);
            EXECUTE format('CREATE INDEX %I ON %I (document_no)', child || '_document', child);
        ELSE
            -- Scoring reads this index only; index_no is in it because the planner keeps that condition.
            EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term_id, chunk_no) INCLUDE (tf, dl, document_no, index_no)',
                           child || '_term', child);
            EXECUTE format('CREATE INDEX %I ON %I (document_no)', child || '_document', child);
        END IF;
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES IN (%s)', parent, child, new_index_no);
    END LOOP;
    IF is_new THEN
        PERFORM protect_index_partitions(new_index_no);
    END IF;
END $$;

-- Remove the search tables of an index with all their rows.
CREATE OR REPLACE FUNCTION drop_index_partitions(old_index_no int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    parent text;
BEGIN
    FOREACH parent IN ARRAY ARRAY['vector_row', 'term', 'posting', 'impact', 'impact_slot'] LOOP
        EXECUTE format('DROP TABLE IF EXISTS %I', parent || '_' || old_index_no);
    END LOOP;
END $$;
