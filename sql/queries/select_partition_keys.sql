-- The Dagster partition of every document, in the order in which documents were added.
SELECT partition_key FROM document ORDER BY document_no;
