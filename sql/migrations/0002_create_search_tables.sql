-- Live search rows, partitioned by index: an index sees nothing of its neighbours and is dropped whole.
-- create_index_partitions() makes the partitions and their database indexes; the parents have none of their own.

-- One row per document that answers in an index, with what it adds to the index's statistics.
CREATE TABLE index_document (
    index_no     int NOT NULL REFERENCES search_index ON DELETE CASCADE,
    document_no  bigint NOT NULL REFERENCES document,
    chunk_set_id text NOT NULL REFERENCES chunk_set,
    -- version of what computed the rows: text normalisation and statements
    publisher    text NOT NULL,
    num_chunks   int NOT NULL,
    -- chunks with at least one posting, and the sum of their lengths in lexemes
    num_lexical  int NOT NULL,
    total_length bigint NOT NULL,
    num_vectors  int NOT NULL,
    num_postings int NOT NULL,
    published_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (index_no, document_no)
);
CREATE INDEX index_document_document ON index_document (document_no);
CREATE INDEX index_document_chunk_set ON index_document (chunk_set_id);

-- One row per index: sums over index_document, right after every transaction.
CREATE TABLE index_stat (
    index_no      int PRIMARY KEY REFERENCES search_index ON DELETE CASCADE,
    num_documents bigint NOT NULL DEFAULT 0,
    num_chunks    bigint NOT NULL DEFAULT 0,
    num_lexical   bigint NOT NULL DEFAULT 0,
    total_length  bigint NOT NULL DEFAULT 0,
    num_vectors   bigint NOT NULL DEFAULT 0
);

-- One row per part of a live chunk that was embedded.
CREATE TABLE vector_row (
    index_no    int NOT NULL,
    document_no bigint NOT NULL,
    chunk_no    bigint NOT NULL,
    part        smallint NOT NULL,
    embedding   halfvec NOT NULL
) PARTITION BY LIST (index_no);

-- One row per term of an index and the number of live chunks that hold it, never 0.
CREATE SEQUENCE term_id_seq AS bigint CACHE 100;
CREATE TABLE term (
    term_id  bigint NOT NULL DEFAULT nextval('term_id_seq'),
    index_no int NOT NULL,
    df       int NOT NULL CHECK (df > 0),
    term     text NOT NULL
) PARTITION BY LIST (index_no);

-- One row per term of a live chunk. Wide columns first: no padding.
CREATE TABLE posting (
    term_id     bigint NOT NULL,
    chunk_no    bigint NOT NULL,
    document_no bigint NOT NULL,
    index_no    int NOT NULL,
    -- how often the term stands in the chunk, and how many lexemes the chunk has
    tf          smallint NOT NULL,
    dl          smallint NOT NULL
) PARTITION BY LIST (index_no);
