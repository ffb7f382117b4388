-- Multi-vectors of pages for late interaction, content-addressed like embeddings; they go with their parse.

CREATE TABLE page_vectors (
    parse_id    text NOT NULL,
    page_no     int NOT NULL,
    space       text NOT NULL CHECK (space <> ''),
    dimensions  int NOT NULL CHECK (dimensions BETWEEN 1 AND 4000),
    num_vectors int NOT NULL CHECK (num_vectors >= 1),
    sign_bits   bytea NOT NULL,
    halves      bytea NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (parse_id, page_no, space),
    FOREIGN KEY (parse_id, page_no) REFERENCES page ON DELETE CASCADE,
    CONSTRAINT sign_bits_fit CHECK (octet_length(sign_bits) = num_vectors * ((dimensions + 7) / 8)),
    CONSTRAINT halves_fit CHECK (octet_length(halves) = num_vectors * dimensions * 2)
);
-- Vectors do not compress: trying costs time at every write, and EXTERNAL keeps each blob apart, so that reading the
-- bits reads none of the float16.
ALTER TABLE page_vectors ALTER COLUMN sign_bits SET STORAGE EXTERNAL, ALTER COLUMN halves SET STORAGE EXTERNAL;

COMMENT ON TABLE page_vectors IS 'One row per (page of a parse, embedding space): the vectors of the page''s image patches';
COMMENT ON COLUMN page_vectors.parse_id IS 'the parse that the page belongs to; deleting it deletes the vectors';
COMMENT ON COLUMN page_vectors.page_no IS 'page of the parse, from 1';
COMMENT ON COLUMN page_vectors.space IS 'model and version that made the vectors; only vectors of one space compare';
COMMENT ON COLUMN page_vectors.dimensions IS 'numbers in each vector';
COMMENT ON COLUMN page_vectors.num_vectors IS 'vectors of the page, one per image patch';
COMMENT ON COLUMN page_vectors.sign_bits IS
    'num_vectors rows of (dimensions + 7) / 8 bytes: a bit per number, 1 above zero, first dimension highest';
COMMENT ON COLUMN page_vectors.halves IS 'num_vectors rows of dimensions float16 numbers, little-endian';
COMMENT ON COLUMN page_vectors.created_at IS 'when the vectors were stored';
