-- The terms of the stage with the number of chunks that hold them.
INSERT INTO term (index_no, text_config, term, df)
SELECT :index_no, text_config, term, count(*) FROM benchmark_lexeme GROUP BY text_config, term;
