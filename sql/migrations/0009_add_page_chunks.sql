-- A page as an image is a kind of chunk: PCMHE and the page-image baselines find pages by it.

ALTER TABLE chunk DROP CONSTRAINT chunk_kind_check;
ALTER TABLE chunk ADD CONSTRAINT chunk_kind_check CHECK (kind IN ('text', 'table', 'picture', 'slide', 'page')) NOT VALID;
ALTER TABLE chunk VALIDATE CONSTRAINT chunk_kind_check;
