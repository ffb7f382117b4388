-- One chunk that answers in an index: what the generator reads, what BM25 indexes, where it stands.
SELECT l.chunk_no, l.document_no, l.chunk_id, l.chunk_set_id, l.document_id, l.collection, l.source_uri, l.ordinal, l.kind, l.text, l.headings,
       l.locators, l.num_tokens, l.artifact_ordinal, l.parent_ordinal, CAST(l.text_config AS text) AS text_config,
       l.published_at, c.lexical_text, s.num_chunks
FROM live_chunk l
JOIN chunk c ON c.chunk_no = l.chunk_no
JOIN chunk_set s ON s.chunk_set_id = l.chunk_set_id
WHERE l.index_no = :index_no AND l.chunk_id = :chunk_id;
