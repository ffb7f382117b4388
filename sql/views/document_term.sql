-- Terms of a document. Ask for one document: of all of them this reads every posting.
CREATE OR REPLACE VIEW document_term AS
SELECT n.index_name, d.collection, d.source_uri, t.term, t.text_config, sum(p.tf) AS tf, count(*) AS num_chunks, t.df,
       p.document_no, p.index_no
FROM posting p
JOIN term t ON t.index_no = p.index_no AND t.term_id = p.term_id
JOIN search_index n ON n.index_no = p.index_no
JOIN document d ON d.document_no = p.document_no
GROUP BY p.index_no, n.index_name, p.document_no, d.collection, d.source_uri, t.term, t.text_config, t.df;
COMMENT ON VIEW document_term IS 'one row per (index, document, term): how often the document says it';
COMMENT ON COLUMN document_term.index_name IS 'the index';
COMMENT ON COLUMN document_term.collection IS 'collection of the document';
COMMENT ON COLUMN document_term.source_uri IS 'path of the document below its source root';
COMMENT ON COLUMN document_term.term IS 'the term: normalised, stemmed by its configuration';
COMMENT ON COLUMN document_term.text_config IS 'configuration that made the term';
COMMENT ON COLUMN document_term.tf IS 'occurrences in the live chunks of the document; heading paths count in every chunk';
COMMENT ON COLUMN document_term.num_chunks IS 'live chunks of the document that hold it';
COMMENT ON COLUMN document_term.df IS 'live chunks of all documents that hold it';
COMMENT ON COLUMN document_term.document_no IS 'internal number of the document';
COMMENT ON COLUMN document_term.index_no IS 'internal number of the index';
