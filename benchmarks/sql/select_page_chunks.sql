-- The chunks that answer in an index: number, document, pages.
SELECT chunk_no, document_id, page_nos FROM live_chunk WHERE index_name = :index_name;
