-- The quarters that a text speaks of, one row a mention: 'third quarter of fiscal 2023', 'Q3 2023'; no year: 'first quarter'.
CREATE OR REPLACE FUNCTION bizrag_quarters(input text) RETURNS TABLE (quarter int, year int)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10 AS $$
    SELECT coalesce(CAST(m[1] AS int), array_position(ARRAY['first', 'second', 'third', 'fourth'], lower(m[2]))), CAST(m[3] AS int)
    FROM regexp_matches(input, '\m(?:q([1-4])|(first|second|third|fourth) quarter)'
                               '(?:,? (?:of |in )?(?:the )?(?:fiscal )?(?:year )?((?:19|20)\d\d))?\M', 'gi') m
$$;

-- The quarters of the calendar, as 'Q3 2023', that most of a period lay in which a text says has ended: 'For the quarterly
-- period ended October 1, 2023'. Its middle is a month and a half before the end. Null where the text says none.
CREATE OR REPLACE FUNCTION bizrag_calendar_quarters(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT string_agg(format('Q%s %s', floor((middle.month + 12) % 12 / 3) + 1,
                             CASE WHEN middle.month < 0 THEN middle.year - 1 ELSE middle.year END), ' ')
    FROM (
        SELECT array_position(ARRAY['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
                              left(lower(coalesce(m[1], m[4])), 3)) - 2.5 + CAST(coalesce(m[2], m[3]) AS numeric) / 31 AS month,
               CAST(m[5] AS int) AS year
        FROM regexp_matches(input, '\m(?:quarter|quarterly period|three months) ended:?\s+(?:([a-z]{3,9})\.? (\d\d?)|(\d\d?)\.? '
                                   '([a-z]{3,9})),?\s+((?:19|20)\d\d)', 'gi') m
    ) middle
    WHERE middle.month IS NOT NULL
$$;

-- The quarter that a document says it is of, as 'Q3 2023': the one it speaks of most in all years, because a report
-- compares its quarter with that of the year before, in the last year that it speaks of half as often as of the first.
-- Null below five mentions.
CREATE OR REPLACE FUNCTION bizrag_own_quarter(index_no int, document_no bigint) RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT format('Q%s %s', said.quarter, said.year)
    FROM (
        SELECT q.quarter, q.year, count(*) AS num, sum(count(*)) OVER same AS num_of_quarter, max(count(*)) OVER same AS most
        FROM index_document i
        JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
        CROSS JOIN LATERAL bizrag_quarters(c.text) q
        WHERE i.index_no = $1 AND i.document_no = $2 AND q.year IS NOT NULL
        GROUP BY q.quarter, q.year
        WINDOW same AS (PARTITION BY q.quarter)
    ) said
    WHERE said.num_of_quarter >= 5 AND 2 * said.num >= said.most
    ORDER BY said.num_of_quarter DESC, said.year DESC, said.quarter
    LIMIT 1
$$;

-- The words that tell a document apart, as terms of a text-search configuration, each with its weight: those of its file
-- name and its title count whole, and so does the quarter that it says it is of; names, codes and dates of the beginning
-- of its text count half, because a first page names others too, and so does the quarter of the calendar. Names are found
-- by their spelling, and by a model of entities where there is one.
DROP FUNCTION IF EXISTS bizrag_document_keywords(regconfig, text, text, text);
DROP FUNCTION IF EXISTS bizrag_document_keywords(regconfig, text, text, text, text);
CREATE OR REPLACE FUNCTION bizrag_document_keywords(
    config regconfig, file_name text, title text, beginning text, entities text DEFAULT '', own_quarter text DEFAULT '')
RETURNS TABLE (term text, weight real)
LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 50 AS $$
    SELECT l.term, CAST(max(said.weight) AS real)
    FROM (
        VALUES
            -- the ending is no name; underscores and capitals inside part words
            (regexp_replace(regexp_replace(file_name, '\.[A-Za-z0-9]{1,5}$', ''), '[_+]+|(?<=[a-z])(?=[A-Z][a-z])', ' ', 'g'), 1.0),
            (regexp_replace(title, '\.[A-Za-z0-9]{1,5}$', ''), 1.0),
            -- a name that says a quarter is what people call it, whatever the text says
            (CASE WHEN concat_ws(' ', file_name, title) !~* '\mq[1-4]\M' THEN own_quarter END, 1.0),
            ((SELECT string_agg(m[1], ' ')
              FROM regexp_matches(left(beginning, 2000), '([[:upper:]][[:alnum:]&.''’-]+|[[:alnum:]-]*[0-9][[:alnum:]./-]*)', 'g') m), 0.5),
            (CASE WHEN concat_ws(' ', file_name, title) !~* '\mq[1-4]\M' THEN bizrag_calendar_quarters(left(beginning, 2000)) END, 0.5),
            (entities, 0.5)
    ) AS said(text, weight)
    CROSS JOIN LATERAL bizrag_lexemes(config, coalesce(said.text, '')) l
    -- terms are parts of long words at most as long as a btree takes
    WHERE length(l.term) BETWEEN 2 AND 200
    GROUP BY l.term
$$;
