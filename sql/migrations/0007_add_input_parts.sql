-- What is embedded may hold images, alone or between texts. A text alone stays as it was: parts is NULL.

ALTER TABLE chunk_input ADD COLUMN parts jsonb
    CONSTRAINT chunk_input_parts CHECK (jsonb_typeof(parts) = 'array' AND parts <> CAST('[]' AS jsonb));
