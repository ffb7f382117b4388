-- What the checks of the corpus count, for some of them: how much was looked at, how much was found, and five examples.
WITH index_total AS (
    SELECT n.index_name, coalesce(s.num_vectors, 0) AS num_vectors, coalesce(s.num_chunks, 0) AS num_chunks,
           (SELECT count(*) FROM document) AS num_documents,
           (SELECT count(*) FROM live_chunk l JOIN chunk_input USING (chunk_no) WHERE l.index_no = n.index_no) AS num_inputs
    FROM search_index n
    CROSS JOIN LATERAL (SELECT sum(i.num_vectors) AS num_vectors, sum(i.num_chunks) AS num_chunks
                        FROM index_document i WHERE i.index_no = n.index_no) s
),
total AS (
    SELECT k.check_name, t.index_name, k.num_checked
    FROM index_total t
    CROSS JOIN LATERAL (VALUES
        ('orphan_vectors', t.num_vectors), ('missing_vectors', t.num_inputs), ('dimensions', t.num_vectors),
        ('empty_text', t.num_chunks), ('duplicates', t.num_chunks), ('coverage', t.num_documents)
    ) k (check_name, num_checked)
    UNION ALL
    SELECT 'conservation', NULL, (SELECT coalesce(sum(o.num_layer_tokens), 0) FROM document_overview o)
),
found AS (
    SELECT check_name, index_name, sum(amount) AS num_found,
           (array_agg(concat_ws(': ', source_uri, finding) ORDER BY amount DESC, source_uri, finding))[1:5] AS examples
    FROM trouble WHERE check_name = ANY (CAST(:checks AS text[]))
    GROUP BY check_name, index_name
)
SELECT t.check_name, t.index_name, CAST(t.num_checked AS bigint) AS num_checked,
       CAST(coalesce(f.num_found, 0) AS bigint) AS num_found, coalesce(f.examples, '{}') AS examples
FROM total t
LEFT JOIN found f ON f.check_name = t.check_name AND f.index_name IS NOT DISTINCT FROM t.index_name
WHERE t.check_name = ANY (CAST(:checks AS text[]));
