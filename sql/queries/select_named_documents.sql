-- The documents that a question names, of some documents (null: of all), the best first; and what it asks of those that match
-- nearly as well as the best: the question without their keywords.
WITH matched AS MATERIALIZED (
    SELECT * FROM bizrag_named_documents(:index_no, :question, CAST(:documents AS bigint[]), :least_share, :least_keywords)
)
SELECT m.*, (
    SELECT bizrag_without_keywords(:index_no, :question, array_agg(n.document_no))
    FROM matched n WHERE n.num_keywords >= :named_share * (SELECT max(b.num_keywords) FROM matched b)
) AS rest
FROM matched m ORDER BY m.num_keywords DESC, m.document_no;
