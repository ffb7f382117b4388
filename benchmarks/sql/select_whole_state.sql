-- Everything that ingestion leaves, without serial numbers, times and efforts: equal for two runs that made the same.
WITH own_index AS (SELECT index_no, index_name FROM search_index),
place AS (SELECT document_no, document_id, source_uri FROM document)
SELECT 'document' AS kind, jsonb_build_array(d.document_id, d.collection, d.source_uri, d.partition_key, d.size_bytes, d.content_sha256) AS value
FROM document d
UNION ALL SELECT 'content', jsonb_build_array(c.content_sha256, c.mime_type, c.num_pages, c.preview) FROM content c
UNION ALL SELECT 'classification', to_jsonb(k) - 'created_at' FROM classification k
UNION ALL SELECT 'parse', to_jsonb(p) - 'created_at' - 'seconds' FROM parse p
UNION ALL SELECT 'page', to_jsonb(p) FROM page p
UNION ALL SELECT 'block', to_jsonb(b) FROM block b
UNION ALL SELECT 'table', to_jsonb(t) FROM table_artifact t
UNION ALL SELECT 'picture', to_jsonb(t) FROM picture_artifact t
UNION ALL SELECT 'description', to_jsonb(t) - 'created_at' FROM description t
UNION ALL SELECT 'parse_description', to_jsonb(t) FROM parse_description t
UNION ALL SELECT 'chunk_set', to_jsonb(s) - 'created_at' - 'document_no' || jsonb_build_object('doc', p.document_id)
          FROM chunk_set s JOIN place p USING (document_no)
UNION ALL SELECT 'chunk', to_jsonb(c) - 'chunk_no' FROM chunk c
UNION ALL SELECT 'input', jsonb_build_array(c.chunk_set_id, c.ordinal, i.part, i.input_sha256, i.text)
          FROM chunk_input i JOIN chunk c USING (chunk_no)
UNION ALL SELECT 'embedding', jsonb_build_array(e.space, e.input_sha256, encode(sha256(convert_to(CAST(e.vector AS text), 'UTF8')), 'hex')) FROM embedding e
UNION ALL SELECT 'state', jsonb_build_array(p.document_id, s.stage, x.index_name, s.status, s.fingerprint, s.done_fingerprint, s.version, s.outputs, s.error)
          FROM stage_state s JOIN place p USING (document_no) LEFT JOIN own_index x USING (index_no)
UNION ALL SELECT 'live', to_jsonb(i) - 'document_no' - 'index_no' - 'published_at' || jsonb_build_object('doc', p.document_id, 'index', x.index_name)
          FROM index_document i JOIN place p USING (document_no) JOIN own_index x USING (index_no)
UNION ALL SELECT 'vector', jsonb_build_array(x.index_name, c.chunk_set_id, c.ordinal, v.part, v.kind, CAST(v.pages AS text),
                                             encode(sha256(convert_to(CAST(v.embedding AS text), 'UTF8')), 'hex'))
          FROM vector_row v JOIN chunk c USING (chunk_no) JOIN own_index x USING (index_no)
UNION ALL SELECT 'index_stat', to_jsonb(s) - 'index_no' || jsonb_build_object('index', x.index_name)
          FROM index_stat s JOIN own_index x USING (index_no)
UNION ALL SELECT 'lexical_stat', to_jsonb(s) - 'index_no' || jsonb_build_object('index', x.index_name)
          FROM lexical_stat s JOIN own_index x USING (index_no)
UNION ALL SELECT 'document_term', to_jsonb(t) - 'document_no' - 'index_no' - 'term_id' - 'chunk_no' FROM document_term t;
