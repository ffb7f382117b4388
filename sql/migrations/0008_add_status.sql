-- What status, retry and forget need to know.

-- Pages that could not be analysed or not be read at all; none in a complete parse.
ALTER TABLE parse ADD COLUMN failed_pages int[] NOT NULL DEFAULT '{}' CHECK (1 <= ALL (failed_pages));
COMMENT ON COLUMN parse.failed_pages IS 'pages that could not be read, or whose layout could not be analysed (their plain text is kept); empty in a complete parse';

-- Tells a changed setting, model or code from a changed input. Null in rows that earlier code wrote.
ALTER TABLE stage_state ADD COLUMN version text;
COMMENT ON COLUMN stage_state.version IS 'hash of what the stage was made of at the last attempt: code, model and parameters, without its inputs';

-- One row per place whose document was forgotten: what is listed there stays out until somebody lets it in again.
CREATE TABLE forgotten_document (
    document_id  text PRIMARY KEY,
    collection   text NOT NULL,
    source_uri   text NOT NULL,
    forgotten_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE forgotten_document IS 'one row per place whose document was forgotten: ingestion passes it over until it is let in again';
COMMENT ON COLUMN forgotten_document.document_id IS 'public id that the document had, made of collection and path';
COMMENT ON COLUMN forgotten_document.collection IS 'collection that it was in';
COMMENT ON COLUMN forgotten_document.source_uri IS 'path below its source root';
COMMENT ON COLUMN forgotten_document.forgotten_at IS 'when it was forgotten';
