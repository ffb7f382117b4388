-- A chunk set again for another document: of a given parse, the same texts, new numbers in the same order.
WITH made AS (
    INSERT INTO chunk_set (chunk_set_id, document_no, parse_id, output_sha256, num_chunks)
    SELECT :copy_id, :document_no, :parse_id, output_sha256, num_chunks FROM chunk_set WHERE chunk_set_id = :chunk_set_id
),
numbered AS MATERIALIZED (
    SELECT nextval(pg_get_serial_sequence('chunk', 'chunk_no')) AS copy_no, o.*
    FROM (SELECT * FROM chunk WHERE chunk_set_id = :chunk_set_id ORDER BY ordinal) AS o
),
copied AS (
    INSERT INTO chunk (chunk_no, chunk_set_id, ordinal, chunk_id, kind, text, headings, lexical_text, locators, page_nos,
                       num_tokens, artifact_ordinal, parent_ordinal)
    SELECT copy_no, :copy_id, ordinal, md5(:copy_id || chunk_id), kind, text, headings, lexical_text, locators, page_nos,
           num_tokens, artifact_ordinal, parent_ordinal
    FROM numbered
)
INSERT INTO chunk_input (chunk_no, part, input_sha256, text, parts)
SELECT n.copy_no, i.part, i.input_sha256, i.text, i.parts FROM numbered AS n JOIN chunk_input AS i USING (chunk_no);
