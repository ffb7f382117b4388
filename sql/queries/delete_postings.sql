-- Take a document's postings out of an index and lower the document frequencies; terms that nothing holds any more go.
WITH gone AS (
    DELETE FROM posting WHERE index_no = :index_no AND document_no = :document_no RETURNING term_id
),
fewer AS MATERIALIZED (
    SELECT term_id, CAST(count(*) AS int) AS n FROM gone GROUP BY term_id
),
unused AS (
    DELETE FROM term t USING fewer f WHERE t.index_no = :index_no AND t.term_id = f.term_id AND t.df = f.n
)
UPDATE term t SET df = t.df - f.n FROM fewer f WHERE t.index_no = :index_no AND t.term_id = f.term_id AND t.df > f.n;
