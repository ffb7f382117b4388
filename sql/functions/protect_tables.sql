-- Row-level security: who is not the owner reads the rows of the collections that bizrag_collections() gives, whatever
-- the statement, function or view. Names, texts, counts: what no visible document leads to is not there.
--
-- The owner's policy is a constant that planning removes: its plans are as without policies. It is forced all the same,
-- so that rights on a table alone never lead past the policies. An EXISTS of a policy is looked up by key for few rows
-- and becomes a hash table for many, as the planner estimates; the first condition is computed once for a statement.

-- A table with the condition under which a row may be read; a null condition: by who sees all only.
CREATE OR REPLACE FUNCTION protect_table(protected regclass, condition text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    -- who owns the database need not own the tables
    table_owner name := (SELECT pg_get_userbyid(c.relowner) FROM pg_class c WHERE c.oid = protected);
    is_implied  boolean := pg_has_role(table_owner, 'pg_database_owner', 'USAGE');
BEGIN
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', protected);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', protected);
    EXECUTE format('DROP POLICY IF EXISTS owner_works ON %s', protected);
    EXECUTE format('CREATE POLICY owner_works ON %s TO %s USING (true) WITH CHECK (true)', protected,
                   CASE WHEN is_implied THEN 'pg_database_owner' ELSE quote_ident(table_owner) END);
    EXECUTE format('DROP POLICY IF EXISTS collections_are_read ON %s', protected);
    EXECUTE format('CREATE POLICY collections_are_read ON %s FOR SELECT USING (%s)', protected,
                   concat_ws(' OR ', '(SELECT bizrag_sees_all())', condition));
END $$;
COMMENT ON FUNCTION protect_table(regclass, text) IS
    'force row-level security on a table: rows are read under a condition, the owner and who sees all read every row';

-- The search tables of one index: a role that reads a partition by its own name meets the same policy.
CREATE OR REPLACE FUNCTION protect_index_partitions(of_index_no int) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    -- df is a count over all documents, and the word itself may stand in hidden ones only. The service never shows terms,
    -- and is spared the look-up.
    term_is_known text := '(SELECT bizrag_is_service()) OR EXISTS (SELECT FROM posting p '
                          'WHERE p.index_no = %1$s.index_no AND p.term_id = %1$s.term_id)';
    of_document   text := 'EXISTS (SELECT FROM document d WHERE d.document_no = %1$s.document_no)';
    suffix        text := coalesce('_' || of_index_no, '');
BEGIN
    PERFORM protect_table(CAST('vector_row' || suffix AS regclass), format(of_document, 'vector_row' || suffix));
    PERFORM protect_table(CAST('posting' || suffix AS regclass), format(of_document, 'posting' || suffix));
    PERFORM protect_table(CAST('term' || suffix AS regclass), format(term_is_known, 'term' || suffix));
    -- sums over documents of all collections: others have their chunks scored by postings
    PERFORM protect_table(CAST('impact' || suffix AS regclass), NULL);
    PERFORM protect_table(CAST('impact_slot' || suffix AS regclass), NULL);
END $$;
COMMENT ON FUNCTION protect_index_partitions(int) IS
    'force row-level security on the search tables of an index; null: on the partitioned tables above them';

CREATE OR REPLACE FUNCTION protect_tables() RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    of_collection text := 'collection = ANY ((SELECT bizrag_collections())::text[])';
    of_document   text := 'EXISTS (SELECT FROM document d WHERE d.document_no = %s.document_no)';
    of_parse      text := 'EXISTS (SELECT FROM parse p WHERE p.parse_id = %s.parse_id)';
    of_index      text := 'EXISTS (SELECT FROM search_index n WHERE n.index_no = %s.index_no)';
    rule          record;
BEGIN
    FOR rule IN SELECT * FROM (VALUES
        ('document', of_collection),
        ('forgotten_document', of_collection),
        ('content', 'EXISTS (SELECT FROM document d WHERE d.content_sha256 = content.content_sha256)'),
        ('stage_state', of_document),
        ('classification', 'EXISTS (SELECT FROM stage_state s WHERE s.stage = ''classifications'' '
                           'AND s.outputs ->> ''classification'' = classification.classification_id)'),
        ('chunk_set', of_document),
        ('chunk', 'EXISTS (SELECT FROM chunk_set s WHERE s.chunk_set_id = chunk.chunk_set_id)'),
        ('chunk_input', 'EXISTS (SELECT FROM chunk c WHERE c.chunk_no = chunk_input.chunk_no)'),
        ('embedding', 'EXISTS (SELECT FROM chunk_input i WHERE i.input_sha256 = embedding.input_sha256)'),
        -- the parse of what the document holds now, and the one that answers still
        ('parse', 'EXISTS (SELECT FROM document d WHERE d.content_sha256 = parse.content_sha256) '
                  'OR EXISTS (SELECT FROM chunk_set s WHERE s.parse_id = parse.parse_id)'),
        ('page', of_parse),
        ('block', of_parse),
        ('table_artifact', of_parse),
        ('picture_artifact', of_parse),
        ('parse_description', of_parse),
        ('page_vectors', of_parse),
        ('description', 'EXISTS (SELECT FROM parse_description o WHERE o.artifact_sha256 = description.artifact_sha256 '
                        'AND o.describer = description.describer)'),
        ('index_document', of_document),
        ('keyword', of_document),
        ('search_index', 'EXISTS (SELECT FROM index_document i WHERE i.index_no = search_index.index_no)'),
        ('index_alias', of_index),
        ('index_stat', of_index),
        ('lexical_stat', of_index),
        ('impact_block', NULL),
        -- replies name no document by themselves, but quote them
        ('model_call', NULL),
        ('model_call_document', NULL),
        ('model_spend', NULL),
        ('model_rate', NULL),
        ('embedding_space', NULL),
        ('question_log', NULL),
        -- which files made the database
        ('schema_migration', 'true')
    ) AS listed (name, condition) LOOP
        PERFORM protect_table(CAST(rule.name AS regclass), format(rule.condition, rule.name));
    END LOOP;
    PERFORM protect_index_partitions(n.index_no)
    FROM (SELECT NULL UNION ALL SELECT i.index_no FROM search_index i
          WHERE to_regclass('posting_' || i.index_no) IS NOT NULL) AS n(index_no);
    -- Keys are for the owner alone, whatever was granted.
    FOR rule IN SELECT unnest(ARRAY['api_key', 'api_key_rate', 'web_session']) AS name LOOP
        PERFORM protect_table(CAST(rule.name AS regclass), NULL);
        EXECUTE format('DROP POLICY collections_are_read ON %I', rule.name);
    END LOOP;
    -- A role sees its own collections. Asking bizrag_sees_all() here would ask this policy again.
    PERFORM protect_table('reader_collection', NULL);
    ALTER POLICY collections_are_read ON reader_collection
        USING (pg_has_role(current_user, CAST(to_regrole(quote_ident(role_name)) AS oid), 'USAGE'));
END $$;
COMMENT ON FUNCTION protect_tables() IS 'force row-level security on every table; may run again at any time';

-- Indexes that are older than one of the search tables get theirs first.
SELECT create_index_partitions(n.index_no, n.dimensions) FROM search_index n;
SELECT protect_tables();
