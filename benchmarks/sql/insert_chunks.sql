-- The chunks of the stage, in the order of their numbers; the heading path is the title.
INSERT INTO chunk (chunk_no, chunk_set_id, ordinal, chunk_id, kind, text, headings, lexical_text, locators, page_nos, num_tokens)
SELECT s.chunk_no, left(s.document_id, 32), s.ordinal,
       left(encode(sha256(convert_to(s.document_id || s.ordinal, 'UTF8')), 'hex'), 32), 'text', s.text, ARRAY[s.title],
       s.title || E'\n' || s.text,
       jsonb_build_array(jsonb_build_object('page', s.ordinal / 4 + 1, 'bbox', NULL, 'unit', 'pt', 'origin', 'top-left')),
       ARRAY[s.ordinal / 4 + 1], 2 * length(s.text) / 9 + 1
FROM benchmark_chunk s ORDER BY s.chunk_no;
