-- The tables that these chunks describe: that of a table's chunk, those on a slide.
SELECT c.chunk_no, t.ordinal, t.num_rows, t.num_cols, t.cells, t.markdown, t.caption, t.page_no, t.bbox
FROM chunk AS c
JOIN chunk_set AS s USING (chunk_set_id)
JOIN table_artifact AS t ON t.parse_id = s.parse_id
    AND (c.kind = 'table' AND t.ordinal = c.artifact_ordinal OR c.kind = 'slide' AND t.page_no = ANY (c.page_nos))
WHERE c.chunk_no = ANY (CAST(:chunks AS bigint[]))
  AND t.page_no IS NOT NULL
ORDER BY c.chunk_no, t.ordinal;
