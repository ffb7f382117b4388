-- Tables of the newest parse of every document, and whether they can be found.
CREATE OR REPLACE VIEW document_table AS
SELECT d.collection, d.source_uri, t.ordinal, t.page_no, t.caption, t.num_rows, t.num_cols, t.markdown,
       (SELECT e.text FROM parse_description o JOIN description e USING (artifact_sha256, describer)
        WHERE o.parse_id = t.parse_id AND o.kind = 'table' AND o.ordinal = t.ordinal
        ORDER BY e.created_at DESC, e.describer LIMIT 1) AS description,
       (SELECT count(*) FROM chunk_set s JOIN index_document i ON i.chunk_set_id = s.chunk_set_id
            JOIN chunk c ON c.chunk_set_id = s.chunk_set_id
        WHERE s.document_no = d.document_no AND s.parse_id = t.parse_id
          AND (c.kind = 'table' AND c.artifact_ordinal = t.ordinal OR c.kind = 'slide' AND t.page_no = ANY (c.page_nos))
       ) AS num_live_chunks,
       t.bbox, t.cells, d.document_no, t.parse_id
FROM document d
JOIN stage_state p ON p.document_no = d.document_no AND p.stage = 'pages'
JOIN table_artifact t ON t.parse_id = p.outputs ->> 'parse_id';
COMMENT ON VIEW document_table IS 'one row per table of a document''s newest parse';
COMMENT ON COLUMN document_table.collection IS 'collection of the document';
COMMENT ON COLUMN document_table.source_uri IS 'path of the document below its source root';
COMMENT ON COLUMN document_table.ordinal IS 'number of the table in the document, from 1: the placeholder is <<table_N>>';
COMMENT ON COLUMN document_table.page_no IS 'page on which it starts; null where the format has none';
COMMENT ON COLUMN document_table.caption IS 'its caption, or empty';
COMMENT ON COLUMN document_table.num_rows IS 'rows of its grid, headings included';
COMMENT ON COLUMN document_table.num_cols IS 'columns of its grid';
COMMENT ON COLUMN document_table.markdown IS 'the table as markdown, merged cells repeated';
COMMENT ON COLUMN document_table.description IS 'what the newest describer says of it';
COMMENT ON COLUMN document_table.num_live_chunks IS 'live chunks that hold it, summed over all indexes: those of its description, or that of its slide';
COMMENT ON COLUMN document_table.bbox IS 'its box [left, top, right, bottom] in points from the top left corner';
COMMENT ON COLUMN document_table.cells IS 'its cells: [{text, row_start, row_end, col_start, col_end, is_header, bbox}], ends exclusive';
COMMENT ON COLUMN document_table.document_no IS 'internal number of the document';
COMMENT ON COLUMN document_table.parse_id IS 'the parse that found it';
