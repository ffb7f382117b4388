-- Statistics of an empty index per text-search configuration, from its documents.
INSERT INTO lexical_stat (index_no, text_config, num_documents, num_lexical, total_length)
SELECT index_no, text_config, count(*), sum(num_lexical), sum(total_length)
FROM index_document WHERE index_no = :index_no GROUP BY index_no, text_config;
