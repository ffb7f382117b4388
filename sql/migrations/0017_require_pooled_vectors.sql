-- Every page has what stands for its vectors.
ALTER TABLE page_vectors ALTER COLUMN pooled SET NOT NULL, ALTER COLUMN coarse SET NOT NULL;
