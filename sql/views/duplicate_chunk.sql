-- Live chunks with the same text: repeated notices, the same deck in two formats, a file kept twice.
CREATE OR REPLACE VIEW duplicate_chunk AS
SELECT n.index_name, c.kind, c.text, count(*) AS num_chunks, count(DISTINCT i.document_no) AS num_documents,
       array_agg(d.collection || '/' || d.source_uri ORDER BY d.collection, d.source_uri, c.ordinal) AS documents,
       array_agg(c.chunk_id ORDER BY d.collection, d.source_uri, c.ordinal) AS chunk_ids, n.index_no
FROM index_document i
JOIN search_index n USING (index_no)
JOIN document d USING (document_no)
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
GROUP BY n.index_no, n.index_name, c.kind, c.text HAVING count(*) > 1;
COMMENT ON VIEW duplicate_chunk IS 'one row per (index, kind, text) that several live chunks have';
COMMENT ON COLUMN duplicate_chunk.index_name IS 'the index';
COMMENT ON COLUMN duplicate_chunk.kind IS 'text, table, picture, slide or page';
COMMENT ON COLUMN duplicate_chunk.text IS 'the text that they share';
COMMENT ON COLUMN duplicate_chunk.num_chunks IS 'chunks with this text, at least 2';
COMMENT ON COLUMN duplicate_chunk.num_documents IS 'documents that they belong to';
COMMENT ON COLUMN duplicate_chunk.documents IS 'collection and path of the document of each';
COMMENT ON COLUMN duplicate_chunk.chunk_ids IS 'their public ids, in the same order';
COMMENT ON COLUMN duplicate_chunk.index_no IS 'internal number of the index';
