-- What terms add to scores, in vectors: a second form of postings that BM25 sums over all chunks at once.

-- Chunks of an index that were put together, at most 2000: a block. One row per block and text-search configuration of
-- its chunks; k1, b and avgdl as its impacts were computed with.
CREATE TABLE impact_block (
    index_no    int NOT NULL REFERENCES search_index ON DELETE CASCADE,
    block_no    int NOT NULL,
    text_config regconfig NOT NULL,
    num_chunks  int NOT NULL CHECK (num_chunks BETWEEN 1 AND 2000),
    k1          float8 NOT NULL,
    b           float8 NOT NULL,
    avgdl       float8 NOT NULL,
    PRIMARY KEY (index_no, block_no, text_config)
);

-- One row per term and block: element n of impacts is what the term adds to the score of the chunk in slot n. They are
-- of the moment when the block was made: idf and c1 = k1 * b / avgdl tell how far the scores of today may differ.
CREATE TABLE impact (
    term_id  bigint NOT NULL,
    index_no int NOT NULL,
    block_no int NOT NULL,
    idf      real NOT NULL,
    c1       real NOT NULL,
    impacts  sparsevec(2000) NOT NULL
) PARTITION BY LIST (index_no);

-- One row per live chunk in a block. A chunk that goes leaves its slot empty.
CREATE TABLE impact_slot (
    chunk_no    bigint NOT NULL,
    document_no bigint NOT NULL,
    index_no    int NOT NULL,
    block_no    int NOT NULL,
    slot        int NOT NULL
) PARTITION BY LIST (index_no);

ALTER TABLE index_document ADD COLUMN is_blocked boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN index_document.is_blocked IS 'whether its chunks are in blocks of impacts; BM25 scores others by their postings';
CREATE INDEX index_document_unblocked ON index_document (index_no) WHERE NOT is_blocked;

-- What blocks do better.
DROP FUNCTION IF EXISTS bm25_best(int, bigint[], int[], float8[], float8, float8[], int, int);
DROP FUNCTION IF EXISTS bm25_pruned(int, bigint[], float8[], float8, float8[], int, float8, int);
DROP FUNCTION IF EXISTS bm25_allowed(int, bigint[], text[], int, int, bigint);
