-- The collections that documents belong to, answering or not.
SELECT DISTINCT d.collection FROM document d ORDER BY d.collection;
