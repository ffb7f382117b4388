-- What is wrong in the corpus, and what is only worth knowing: the checks of the Dagster UI count these rows.
-- The name comes after those of the views that it reads.
CREATE OR REPLACE VIEW trouble AS
SELECT 'orphan_vectors' AS check_name, n.index_name, d.collection, d.source_uri,
       'vector of chunk ' || v.chunk_no || ', which does not answer' AS finding, CAST(1 AS bigint) AS amount, v.document_no, v.index_no
FROM vector_row v
JOIN search_index n USING (index_no)
LEFT JOIN document d USING (document_no)
WHERE NOT EXISTS (SELECT FROM chunk c JOIN index_document i ON i.chunk_set_id = c.chunk_set_id AND i.index_no = v.index_no
                  WHERE c.chunk_no = v.chunk_no AND i.document_no = v.document_no)
UNION ALL
SELECT 'missing_vectors', l.index_name, l.collection, l.source_uri, 'part ' || p.part || ' of chunk ' || l.chunk_id || ' has no vector',
       1, l.document_no, l.index_no
FROM live_chunk l
JOIN chunk_input p USING (chunk_no)
WHERE NOT EXISTS (SELECT FROM vector_row v WHERE v.index_no = l.index_no AND v.chunk_no = p.chunk_no AND v.part = p.part)
UNION ALL
SELECT 'dimensions', n.index_name, d.collection, d.source_uri,
       'vector of chunk ' || v.chunk_no || ' has ' || vector_dims(v.embedding) || ' dimensions, not ' || n.dimensions, 1, v.document_no, v.index_no
FROM vector_row v
JOIN search_index n USING (index_no)
LEFT JOIN document d USING (document_no)
WHERE vector_dims(v.embedding) <> n.dimensions
UNION ALL
SELECT 'empty_text', l.index_name, l.collection, l.source_uri, 'chunk ' || l.chunk_id || ' holds no letter and no digit', 1,
       l.document_no, l.index_no
FROM live_chunk l WHERE l.text !~ '[[:alnum:]]'
UNION ALL
SELECT 'duplicates', u.index_name, NULL, u.documents[1], u.num_chunks || ' chunks say: ' || left(u.text, 60), u.num_chunks - 1, NULL, u.index_no
FROM duplicate_chunk u
UNION ALL
SELECT 'coverage', s.index_name, s.collection, s.source_uri, s.reason || coalesce(' (' || s.failed_stage || '): ' || s.error, ''), 1,
       s.document_no, s.index_no
FROM stale_document s
UNION ALL
SELECT 'conservation', NULL, o.collection, o.source_uri, o.num_lost_tokens || ' of ' || o.num_layer_tokens || ' tokens are lost',
       CAST(o.num_lost_tokens AS bigint), o.document_no, 0
FROM document_overview o WHERE o.num_lost_tokens > 0;
COMMENT ON VIEW trouble IS 'one row per trouble that a check of the corpus found; it reads everything, so ask for one check of a large corpus';
COMMENT ON COLUMN trouble.check_name IS
    'orphan_vectors, missing_vectors, dimensions, empty_text, duplicates, coverage (documents that do not answer) or conservation (text lost)';
COMMENT ON COLUMN trouble.index_name IS 'the index; null where it concerns all';
COMMENT ON COLUMN trouble.collection IS 'collection of the document, where there is one document';
COMMENT ON COLUMN trouble.source_uri IS 'path of the document, or the first of several';
COMMENT ON COLUMN trouble.finding IS 'what is the matter, in one line';
COMMENT ON COLUMN trouble.amount IS 'how much it is: vectors, parts, chunks, documents or tokens';
COMMENT ON COLUMN trouble.document_no IS 'internal number of the document';
COMMENT ON COLUMN trouble.index_no IS 'internal number of the index, 0 where it concerns all';
