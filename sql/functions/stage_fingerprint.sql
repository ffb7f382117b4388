-- The key of a stage's work: what the stage is, then the outputs it reads, in order. The Python form is
-- bizrag.model.hashing.fingerprint. NULL while an input does not exist yet.
CREATE OR REPLACE FUNCTION stage_fingerprint(static text, inputs text[]) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN array_position(inputs, NULL) IS NULL
    THEN encode(sha256(convert_to(array_to_string(ARRAY[static] || inputs, E'\n'), 'UTF8')), 'hex')
END;
