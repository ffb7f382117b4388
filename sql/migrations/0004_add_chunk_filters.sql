-- Filters by chunk kind and page are answered beside the vectors, without a look at the chunks. Rows that are live
-- already get both from their chunks; HNSW indexes are taken down meanwhile, because moving a row in them costs
-- milliseconds, and are built again as they were.
DROP FUNCTION IF EXISTS create_vector_index(int, int);

ALTER TABLE vector_row ADD COLUMN kind text, ADD COLUMN pages int4multirange;
COMMENT ON COLUMN vector_row.kind IS 'kind of the chunk, as in chunk.kind: for filters';
COMMENT ON COLUMN vector_row.pages IS 'pages of the chunk, as in chunk.page_nos, empty where the format has none: for filters';

DO $$
DECLARE
    child       regclass;
    definitions text[];
    definition  text;
BEGIN
    FOR child IN SELECT inhrelid FROM pg_inherits WHERE inhparent = CAST('vector_row' AS regclass) LOOP
        SELECT array_agg(pg_get_indexdef(x.indexrelid)) INTO definitions
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am a ON a.oid = i.relam
        WHERE x.indrelid = child AND a.amname = 'hnsw';
        IF definitions IS NOT NULL THEN
            EXECUTE format('DROP INDEX %s', CAST(child AS text) || '_hnsw');
        END IF;
        EXECUTE format('UPDATE %s v SET kind = c.kind, pages = coalesce((SELECT range_agg(int4range(p, p, ''[]'')) '
                       'FROM unnest(c.page_nos) p), ''{}'') FROM chunk c WHERE c.chunk_no = v.chunk_no', child);
        EXECUTE format('CREATE INDEX %I ON %s (kind)', CAST(child AS text) || '_kind', child);
        EXECUTE format('CREATE INDEX %I ON %s USING gist (pages)', CAST(child AS text) || '_pages', child);
        FOREACH definition IN ARRAY coalesce(definitions, '{}') LOOP
            EXECUTE definition;
        END LOOP;
    END LOOP;
END $$;

ALTER TABLE vector_row ALTER COLUMN kind SET NOT NULL, ALTER COLUMN pages SET NOT NULL;

-- Filters by file type and date. Collections have an index already; MIME types and layouts are few among the documents.
ALTER TABLE document ADD COLUMN file_ending text
    GENERATED ALWAYS AS (lower(substring(source_uri FROM '\.([^./]+)$'))) STORED;
COMMENT ON COLUMN document.file_ending IS 'ending of the file name in small letters, without the dot; null where it has none';
CREATE INDEX document_modified ON document (modified_at);
