-- Dimensions match the space: the first index or the first vectors of a space say what they are, the next ones follow.

CREATE OR REPLACE FUNCTION register_index_space() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The foreign key index_space then refuses other dimensions.
    INSERT INTO embedding_space (space, dimensions) VALUES (NEW.space, NEW.dimensions) ON CONFLICT DO NOTHING;
    RETURN NEW;
END $$;
COMMENT ON FUNCTION register_index_space() IS 'trigger: an index that is the first of its space fixes the dimensions';

CREATE OR REPLACE TRIGGER search_index_space BEFORE INSERT OR UPDATE OF space, dimensions ON search_index
FOR EACH ROW EXECUTE FUNCTION register_index_space();

CREATE OR REPLACE FUNCTION refuse_other_dimensions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    made record;
    want int;
BEGIN
    FOR made IN SELECT DISTINCT n.space, vector_dims(n.vector) AS dimensions FROM new_row n ORDER BY 1, 2 LOOP
        SELECT s.dimensions INTO want FROM embedding_space s WHERE s.space = made.space;
        IF NOT FOUND THEN
            INSERT INTO embedding_space (space, dimensions) VALUES (made.space, made.dimensions) ON CONFLICT DO NOTHING;
            -- another transaction may have been first: under READ COMMITTED its row is seen now
            SELECT s.dimensions INTO want FROM embedding_space s WHERE s.space = made.space;
        END IF;
        IF want IS DISTINCT FROM made.dimensions THEN
            RAISE check_violation USING
                MESSAGE = format('space %s has %s dimensions: a vector of %s does not belong to it',
                                 made.space, want, made.dimensions),
                TABLE = TG_TABLE_NAME, CONSTRAINT = 'vector_dimensions';
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
COMMENT ON FUNCTION refuse_other_dimensions() IS 'trigger: refuse vectors that have not the dimensions of their space';

CREATE OR REPLACE TRIGGER embedding_dimensions AFTER INSERT ON embedding
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_dimensions();
CREATE OR REPLACE TRIGGER embedding_changed_dimensions AFTER UPDATE ON embedding
REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_other_dimensions();
