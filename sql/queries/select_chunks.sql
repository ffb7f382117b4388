-- Chunks by number, in document order.
SELECT c.* FROM chunk c WHERE c.chunk_no = ANY (CAST(:chunk_nos AS bigint[])) ORDER BY c.chunk_no;
