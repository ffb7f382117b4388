-- The words that tell a document apart, as terms of a text-search configuration, each with its weight: those of its file
-- name and its title count whole; names, codes and dates of the beginning of its text count half, because a first page
-- names others too. Names are found by their spelling, and by a model of entities where there is one.
DROP FUNCTION IF EXISTS bizrag_document_keywords(regconfig, text, text, text);
CREATE OR REPLACE FUNCTION bizrag_document_keywords(
    config regconfig, file_name text, title text, beginning text, entities text DEFAULT '')
RETURNS TABLE (term text, weight real)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 50 AS $$
    SELECT l.term, CAST(max(said.weight) AS real)
    FROM (
        VALUES
            -- the ending is no name; underscores and capitals inside part words
            (regexp_replace(regexp_replace(file_name, '\.[A-Za-z0-9]{1,5}$', ''), '[_+]+|(?<=[a-z])(?=[A-Z][a-z])', ' ', 'g'), 1.0),
            (regexp_replace(title, '\.[A-Za-z0-9]{1,5}$', ''), 1.0),
            ((SELECT string_agg(m[1], ' ')
              FROM regexp_matches(left(beginning, 2000), '([[:upper:]][[:alnum:]&.''’-]+|[[:alnum:]-]*[0-9][[:alnum:]./-]*)', 'g') m), 0.5),
            (entities, 0.5)
    ) AS said(text, weight)
    CROSS JOIN LATERAL bizrag_lexemes(config, coalesce(said.text, '')) l
    -- terms are parts of long words at most as long as a btree takes
    WHERE length(l.term) BETWEEN 2 AND 200
    GROUP BY l.term
$$;
