-- Chunks that answer, with where they stand. A chunk set that answers in two indexes is listed twice.
CREATE OR REPLACE VIEW live_chunk AS
SELECT n.index_name, ARRAY(SELECT a.alias FROM index_alias a WHERE a.index_no = n.index_no ORDER BY a.alias) AS aliases,
       d.collection, d.source_uri, c.chunk_id, c.ordinal, c.kind, c.page_nos, c.headings, c.text, c.num_tokens, c.locators,
       c.artifact_ordinal, c.parent_ordinal, c.chunk_no, c.chunk_set_id, d.document_no, d.document_id, n.index_no, s.parse_id,
       i.text_config, i.published_at
FROM index_document i
JOIN search_index n USING (index_no)
JOIN document d USING (document_no)
JOIN chunk_set s ON s.chunk_set_id = i.chunk_set_id
JOIN chunk c ON c.chunk_set_id = i.chunk_set_id;
COMMENT ON VIEW live_chunk IS 'one row per (index, chunk that answers in it): its document, place and text';
COMMENT ON COLUMN live_chunk.index_name IS 'the index in which the chunk answers';
COMMENT ON COLUMN live_chunk.aliases IS 'other names that lead to this index';
COMMENT ON COLUMN live_chunk.collection IS 'collection of the document';
COMMENT ON COLUMN live_chunk.source_uri IS 'path of the document below its source root';
COMMENT ON COLUMN live_chunk.chunk_id IS 'public id: stays while text and place stay';
COMMENT ON COLUMN live_chunk.ordinal IS 'position in reading order, from 0';
COMMENT ON COLUMN live_chunk.kind IS 'text, table, picture, slide or page';
COMMENT ON COLUMN live_chunk.page_nos IS 'pages on which it stands, ascending; empty where the format has none';
COMMENT ON COLUMN live_chunk.headings IS 'document title, then the headings above it';
COMMENT ON COLUMN live_chunk.text IS 'what a reader sees: text with placeholders, or a description';
COMMENT ON COLUMN live_chunk.num_tokens IS 'length in tokens of the embedder';
COMMENT ON COLUMN live_chunk.locators IS 'places: [{page, bbox [left, top, right, bottom], unit, origin}] or [{char_start, char_end}]';
COMMENT ON COLUMN live_chunk.artifact_ordinal IS 'number of the table or picture that it describes, as in table_artifact and picture_artifact';
COMMENT ON COLUMN live_chunk.parent_ordinal IS 'ordinal of the text chunk that holds the placeholder of that table or picture';
COMMENT ON COLUMN live_chunk.chunk_no IS 'internal number, as in chunk';
COMMENT ON COLUMN live_chunk.chunk_set_id IS 'the set that it belongs to';
COMMENT ON COLUMN live_chunk.document_no IS 'internal number of the document';
COMMENT ON COLUMN live_chunk.document_id IS 'public id of the document';
COMMENT ON COLUMN live_chunk.index_no IS 'internal number of the index';
COMMENT ON COLUMN live_chunk.parse_id IS 'the parse that it was made from';
COMMENT ON COLUMN live_chunk.text_config IS 'text-search configuration of its terms';
COMMENT ON COLUMN live_chunk.published_at IS 'since when it answers';
