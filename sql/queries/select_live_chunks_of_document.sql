-- Chunks of a document that answer in an index, in reading order, from the one after :after on; of one page on demand.
SELECT l.chunk_id, l.ordinal, l.kind, l.page_nos, l.headings, l.text, l.num_tokens, l.locators
FROM live_chunk l
WHERE l.index_no = :index_no AND l.document_id = :document_id AND l.ordinal > :after
  AND (CAST(:page_no AS int) IS NULL OR :page_no = ANY (l.page_nos))
ORDER BY l.ordinal
LIMIT :limit;
