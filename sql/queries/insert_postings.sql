-- Make the terms of a chunk set live and raise the document frequencies. One row: what the set adds to the statistics.
-- All terms of a document are of one text-search configuration. New terms only draw a term_id; the lock of the index
-- keeps two writers from adding the same term.
WITH lexeme AS MATERIALIZED (
    SELECT c.chunk_no, l.term, l.tf
    FROM chunk c CROSS JOIN LATERAL bizrag_lexemes(CAST(:text_config AS regconfig), c.lexical_text) l
    WHERE c.chunk_set_id = :chunk_set_id
),
length AS MATERIALIZED (
    SELECT chunk_no, CAST(least(sum(tf), 32767) AS smallint) AS dl FROM lexeme GROUP BY chunk_no
),
more AS MATERIALIZED (
    SELECT term, CAST(count(*) AS int) AS n FROM lexeme GROUP BY term
),
known AS (
    UPDATE term t SET df = t.df + m.n FROM more m
    WHERE t.index_no = :index_no AND t.term = m.term AND t.text_config = CAST(:text_config AS regconfig)
    RETURNING t.term, t.term_id
),
added AS (
    INSERT INTO term (index_no, text_config, term, df)
    SELECT :index_no, CAST(:text_config AS regconfig), m.term, m.n FROM more m
    WHERE NOT EXISTS (SELECT FROM term t WHERE t.index_no = :index_no AND t.term = m.term
                                           AND t.text_config = CAST(:text_config AS regconfig))
    RETURNING term, term_id
),
stored AS (
    INSERT INTO posting (term_id, chunk_no, document_no, index_no, tf, dl)
    SELECT i.term_id, x.chunk_no, :document_no, :index_no, x.tf, d.dl
    FROM (SELECT * FROM known UNION ALL SELECT * FROM added) i JOIN lexeme x USING (term) JOIN length d USING (chunk_no)
    ORDER BY i.term_id, x.chunk_no
    RETURNING 1
)
SELECT (SELECT count(*) FROM chunk WHERE chunk_set_id = :chunk_set_id) AS num_chunks,
       (SELECT count(*) FROM length) AS num_lexical,
       (SELECT coalesce(sum(dl), 0) FROM length) AS total_length,
       (SELECT count(*) FROM stored) AS num_postings;
