-- Chunks of a corpus on their way into the real tables.
CREATE UNLOGGED TABLE benchmark_chunk (
    chunk_no    bigint NOT NULL,
    document_id text NOT NULL,
    ordinal     int NOT NULL,
    title       text NOT NULL,
    text        text NOT NULL,
    embedding   vector NOT NULL
);
