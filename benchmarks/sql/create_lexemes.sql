-- The terms of every chunk of the stage.
CREATE UNLOGGED TABLE benchmark_lexeme AS
SELECT d.document_no, d.text_config, s.chunk_no, l.term, l.tf
FROM benchmark_chunk s JOIN benchmark_document d USING (document_id)
CROSS JOIN LATERAL bizrag_lexemes(d.text_config, s.title || E'\n' || s.text) l;
