-- The documents that a question names, of some documents (null: of all), the best first.
SELECT * FROM bizrag_named_documents(:index_no, :question, CAST(:documents AS bigint[]), :least_share, :least_keywords);
