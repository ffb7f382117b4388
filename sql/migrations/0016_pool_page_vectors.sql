-- Pages are cut off by means of their vectors in place of the signs of all: as few bytes, a sixteenth of the products.
-- What stands for pages that are here already is computed in this migration's transaction, where it runs.

ALTER TABLE page_vectors
    DROP COLUMN sign_bits,
    ADD COLUMN pooled bytea,
    ADD COLUMN coarse bytea,
    ADD CONSTRAINT pooled_fit CHECK (
        octet_length(pooled) % (2 * dimensions) = 0
        AND octet_length(pooled) / (2 * dimensions) BETWEEN 1 AND least(num_vectors, 64)),
    ADD CONSTRAINT coarse_fit CHECK (
        octet_length(coarse) % (2 * dimensions) = 0
        AND octet_length(coarse) / (2 * dimensions) BETWEEN 1 AND least(num_vectors, 12));
-- as halves: each blob apart, so that reading one reads none of the others
ALTER TABLE page_vectors ALTER COLUMN pooled SET STORAGE EXTERNAL, ALTER COLUMN coarse SET STORAGE EXTERNAL;

COMMENT ON COLUMN page_vectors.pooled IS
    'up to 64 vectors that stand for those of the page, means of clusters, as float16: what cuts off most pages';
COMMENT ON COLUMN page_vectors.coarse IS 'the same, up to 12: what the first of the cuts compares';
