-- What the code promises, the database promises too. Rules that look at two tables are triggers (functions/
-- keep_boxes_on_pages.sql, functions/keep_dimensions.sql).

-- One row per space that vectors or an index were made in. What a space is fixes its dimensions for good.
CREATE TABLE embedding_space (
    space      text PRIMARY KEY CHECK (space <> ''),
    dimensions int NOT NULL CHECK (dimensions BETWEEN 1 AND 16000),
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT embedding_space_dimensions UNIQUE (space, dimensions)
);

-- An index says what its space is; without one the vectors do, the most of them.
INSERT INTO embedding_space (space, dimensions)
SELECT DISTINCT ON (space) space, dimensions FROM search_index ORDER BY space, index_no;
INSERT INTO embedding_space (space, dimensions)
SELECT DISTINCT ON (space) space, vector_dims(vector)
FROM embedding GROUP BY space, vector_dims(vector) ORDER BY space, count(*) DESC, vector_dims(vector)
ON CONFLICT (space) DO NOTHING;
-- Vectors of another length never answered: publishing refused them. They are a cache and are made again when needed.
DELETE FROM embedding e USING embedding_space s WHERE s.space = e.space AND vector_dims(e.vector) <> s.dimensions;

ALTER TABLE chunk_set ADD CONSTRAINT chunk_set_of_document UNIQUE (chunk_set_id, document_no);

-- An upgrade never fails for rows that are there: a rule that some of them break holds for new rows only.
DO $$
DECLARE
    rule record;
BEGIN
    FOR rule IN SELECT * FROM (VALUES
        ('chunk', 'chunk_has_a_place', 'CHECK (cardinality(page_nos) > 0 OR cardinality(headings) > 0)'),
        ('chunk', 'chunk_locators', 'CHECK (NOT jsonb_path_exists(locators, ''$[*] ? (!(@.page >= 1) && !(exists(@.char_start)))''))'),
        ('chunk', 'chunk_page_nos', 'CHECK (1 <= ALL (page_nos))'),
        ('chunk', 'chunk_num_tokens', 'CHECK (num_tokens >= 0)'),
        ('chunk_set', 'chunk_set_num_chunks', 'CHECK (num_chunks >= 0)'),
        ('page', 'lost_is_no_less_than_nothing', 'CHECK (num_lost_tokens >= 0 AND num_lost_numbers >= 0)'),
        ('block', 'block_box', 'CHECK (bbox IS NULL OR page_no IS NOT NULL AND bbox[1] <= bbox[3] AND bbox[2] <= bbox[4])'),
        ('table_artifact', 'table_box', 'CHECK (bbox IS NULL OR page_no IS NOT NULL AND bbox[1] <= bbox[3] AND bbox[2] <= bbox[4])'),
        ('picture_artifact', 'picture_box', 'CHECK (bbox IS NULL OR page_no IS NOT NULL AND bbox[1] <= bbox[3] AND bbox[2] <= bbox[4])'),
        ('table_artifact', 'table_size', 'CHECK (num_rows >= 0 AND num_cols >= 0)'),
        ('picture_artifact', 'picture_size', 'CHECK (width_px >= 0 AND height_px >= 0)'),
        ('stage_state', 'failed_has_an_error', 'CHECK ((status = ''failed'') = (error IS NOT NULL))'),
        ('stage_state', 'done_is_the_last_success', 'CHECK (status = ''failed'' OR done_fingerprint IS NOT DISTINCT FROM fingerprint)'),
        ('stage_state', 'stage_effort', 'CHECK (attempts >= 1 AND seconds >= 0)'),
        ('search_index', 'index_space', 'FOREIGN KEY (space, dimensions) REFERENCES embedding_space (space, dimensions)'),
        ('index_document', 'index_document_own_chunks', 'FOREIGN KEY (chunk_set_id, document_no) REFERENCES chunk_set (chunk_set_id, document_no)'),
        ('index_document', 'index_document_counts',
         'CHECK (num_chunks >= num_lexical AND num_lexical >= 0 AND total_length >= num_lexical AND num_vectors >= 0 AND num_postings >= num_lexical)')
    ) AS listed (relation, name, definition) LOOP
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s NOT VALID', rule.relation, rule.name, rule.definition);
        BEGIN
            EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', rule.relation, rule.name);
        EXCEPTION WHEN check_violation OR foreign_key_violation THEN
            RAISE WARNING 'rows of % break %: they stay as they are, new ones are refused', rule.relation, rule.name;
        END;
    END LOOP;
END $$;
