-- Terms as BM25 counts them.
CREATE OR REPLACE VIEW term_statistics AS
SELECT n.index_name, t.term, t.text_config, t.df, s.num_lexical AS num_chunks,
       round(CAST(t.df AS numeric) / nullif(s.num_lexical, 0), 4) AS share, n.index_no
FROM term t
JOIN search_index n USING (index_no)
LEFT JOIN lexical_stat s ON s.index_no = t.index_no AND s.text_config = t.text_config;
COMMENT ON VIEW term_statistics IS 'one row per (index, text-search configuration, term): in how many live chunks it stands';
COMMENT ON COLUMN term_statistics.index_name IS 'the index';
COMMENT ON COLUMN term_statistics.term IS 'the term: normalised, stemmed by its configuration';
COMMENT ON COLUMN term_statistics.text_config IS 'configuration that made the term';
COMMENT ON COLUMN term_statistics.df IS 'live chunks that hold it';
COMMENT ON COLUMN term_statistics.num_chunks IS 'live chunks of that configuration with at least one term';
COMMENT ON COLUMN term_statistics.share IS 'df / num_chunks';
COMMENT ON COLUMN term_statistics.index_no IS 'internal number of the index';
