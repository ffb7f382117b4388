-- How the documents begin that some words name, those that they name best first, of some documents (null: of all): a row a chunk,
-- in the order of reading. Their names, titles and first pages are looked up by word; no text is read but what is shown.
WITH named AS MATERIALIZED (
    SELECT n.document_no, n.num_keywords
    FROM bizrag_named_documents(:index_no, :words, CAST(:documents AS bigint[]), 0, 0) n
    ORDER BY n.num_keywords DESC, n.document_no
    LIMIT :most
)
SELECT c.chunk_no, c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_id, d.collection, d.source_uri, c.ordinal
FROM named AS n
JOIN index_document AS i ON i.index_no = :index_no AND i.document_no = n.document_no
JOIN document AS d ON d.document_no = n.document_no
CROSS JOIN LATERAL (
    SELECT o.* FROM chunk AS o WHERE o.chunk_set_id = i.chunk_set_id AND o.ordinal < :num_chunks OFFSET 0
) AS c
ORDER BY n.num_keywords DESC, n.document_no, c.ordinal;
