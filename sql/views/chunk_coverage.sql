-- How much of a document's pages can be found. Words are distinct ones per page, in lower case, without placeholders;
-- a word is covered when a live chunk of that page holds it in its text or its headings.
CREATE OR REPLACE VIEW chunk_coverage AS
SELECT n.index_name, d.collection, d.source_uri, count(*) AS num_pages,
       count(*) FILTER (WHERE f.num_chunks > 0) AS num_pages_with_chunks,
       coalesce(array_agg(p.page_no ORDER BY p.page_no) FILTER (WHERE f.num_chunks = 0), '{}') AS pages_without_chunks,
       sum(w.num_words) AS num_words, sum(w.num_covered_words) AS num_covered_words,
       round(CAST(sum(w.num_covered_words) AS numeric) / nullif(sum(w.num_words), 0), 4) AS share,
       d.document_no, n.index_no
FROM index_document i
JOIN search_index n USING (index_no)
JOIN document d USING (document_no)
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN page p ON p.parse_id = s.parse_id
CROSS JOIN LATERAL (
    SELECT count(*) AS num_chunks,
           tsvector_to_array(to_tsvector('simple', left(coalesce(string_agg(c.lexical_text, E'\n'), ''), 200000))) AS terms
    FROM chunk c WHERE c.chunk_set_id = i.chunk_set_id AND p.page_no = ANY (c.page_nos)
    OFFSET 0
) f
CROSS JOIN LATERAL (
    SELECT to_tsvector('simple', left(regexp_replace(p.text, '<<(table|picture)_\d+>>', ' ', 'g'), 200000)) AS words OFFSET 0
) t
CROSS JOIN LATERAL (
    SELECT length(t.words) AS num_words, length(t.words) - length(ts_delete(t.words, f.terms)) AS num_covered_words
) w
GROUP BY n.index_no, n.index_name, d.document_no, d.collection, d.source_uri;
COMMENT ON VIEW chunk_coverage IS 'one row per (index, document with pages that answers in it): pages and words that a live chunk holds; it reads all text, so ask for some documents of a large collection';
COMMENT ON COLUMN chunk_coverage.index_name IS 'the index';
COMMENT ON COLUMN chunk_coverage.collection IS 'collection of the document';
COMMENT ON COLUMN chunk_coverage.source_uri IS 'path of the document below its source root';
COMMENT ON COLUMN chunk_coverage.num_pages IS 'pages of the document';
COMMENT ON COLUMN chunk_coverage.num_pages_with_chunks IS 'pages on which a live chunk stands';
COMMENT ON COLUMN chunk_coverage.pages_without_chunks IS 'the others: empty pages, as a rule';
COMMENT ON COLUMN chunk_coverage.num_words IS 'distinct words of each page, summed';
COMMENT ON COLUMN chunk_coverage.num_covered_words IS 'how many of them a live chunk of their page holds';
COMMENT ON COLUMN chunk_coverage.share IS 'num_covered_words / num_words; null when the pages hold no word';
COMMENT ON COLUMN chunk_coverage.document_no IS 'internal number of the document';
COMMENT ON COLUMN chunk_coverage.index_no IS 'internal number of the index';
