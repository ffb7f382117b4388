-- A language per document: terms, statistics and documents say which text-search configuration made them.
-- What was published before keeps answering: it was made with the configuration of its index.

-- The functions of these names have more parameters from now on; the old forms would stay beside them.
DROP FUNCTION IF EXISTS bm25_scores(int, text, int, bigint[]);
DROP FUNCTION IF EXISTS bizrag_normalise(text);

ALTER TABLE index_document ADD COLUMN text_config regconfig;
UPDATE index_document d SET text_config = i.text_config FROM search_index i WHERE i.index_no = d.index_no;
ALTER TABLE index_document ALTER COLUMN text_config SET NOT NULL;
COMMENT ON COLUMN index_document.text_config IS
    'text-search configuration that made the terms of the document: its language, or simple';

-- A constant default needs no rewrite of the table; only indexes of other languages are written.
ALTER TABLE term ADD COLUMN text_config regconfig NOT NULL DEFAULT 'english';
UPDATE term t SET text_config = i.text_config
FROM search_index i WHERE i.index_no = t.index_no AND i.text_config <> CAST('english' AS regconfig);
ALTER TABLE term ALTER COLUMN text_config DROP DEFAULT;
COMMENT ON COLUMN term.text_config IS 'text-search configuration that made the term: one spelling may be a term of several';

DO $$
DECLARE
    child text;
BEGIN
    FOR child IN SELECT 'term_' || index_no FROM search_index LOOP
        EXECUTE format('DROP INDEX %I', child || '_term');
        EXECUTE format('CREATE UNIQUE INDEX %I ON %I (term, text_config)', child || '_term', child);
    END LOOP;
END $$;

CREATE TABLE lexical_stat (
    index_no      int NOT NULL REFERENCES search_index ON DELETE CASCADE,
    text_config   regconfig NOT NULL,
    num_documents bigint NOT NULL CHECK (num_documents > 0),
    num_lexical   bigint NOT NULL CHECK (num_lexical >= 0),
    total_length  bigint NOT NULL CHECK (total_length >= num_lexical),
    PRIMARY KEY (index_no, text_config)
);
COMMENT ON TABLE lexical_stat IS
    'one row per index and text-search configuration of its documents: the n and avgdl of BM25, right after every transaction';
COMMENT ON COLUMN lexical_stat.num_documents IS 'documents of this configuration that answer, never 0';
COMMENT ON COLUMN lexical_stat.num_lexical IS 'their chunks with at least one term: the n of BM25';
COMMENT ON COLUMN lexical_stat.total_length IS 'sum of the lengths of those chunks in lexemes: avgdl is total_length / num_lexical';

INSERT INTO lexical_stat (index_no, text_config, num_documents, num_lexical, total_length)
SELECT index_no, text_config, count(*), sum(num_lexical), sum(total_length)
FROM index_document GROUP BY index_no, text_config;

ALTER TABLE search_index ALTER COLUMN text_config DROP NOT NULL, ALTER COLUMN text_config DROP DEFAULT;
COMMENT ON COLUMN search_index.text_config IS
    'text-search configuration of all documents; null: every document has that of its language';
