-- The best pages by two rankings of vectors, that of page texts and that of page images, fused by reciprocal rank over
-- (document, page). A page counts once on a route, at its best place; its hit is its text where that was found, else its
-- image; a chunk without a page stands for itself. Filled in before it runs: of each route one of the statements
-- walk_*.sql and one of compare_*.sql, and the index's dimensions.
WITH walked_texts AS MATERIALIZED (
    -- a route that is not asked for would be walked to its end
    SELECT t.chunk_no, t.distance FROM ({walked_texts}) t WHERE cardinality(CAST(:text_kinds AS text[])) > 0
),
walked_images AS MATERIALIZED (
    SELECT i.chunk_no, i.distance FROM ({walked_images}) i WHERE cardinality(CAST(:image_kinds AS text[])) > 0
),
ranked AS MATERIALIZED (
    -- the best part ranks its chunk
    SELECT n.route, n.chunk_no, row_number() OVER (PARTITION BY n.route ORDER BY min(n.distance), n.chunk_no) AS rank
    FROM (
        SELECT 0 AS route, t.chunk_no, t.distance FROM walked_texts t
        UNION ALL
        SELECT 1, i.chunk_no, i.distance FROM walked_images i
        UNION ALL
        -- where a walk found too few chunks or was not tried; some documents have texts and no images
        (SELECT 0, t.chunk_no, t.distance FROM ({compared_texts}) t WHERE cardinality(CAST(:text_kinds AS text[])) > 0
         ORDER BY t.distance LIMIT :compared_rows)
        UNION ALL
        (SELECT 1, i.chunk_no, i.distance FROM ({compared_images}) i WHERE cardinality(CAST(:image_kinds AS text[])) > 0
         ORDER BY i.distance LIMIT :compared_rows)
    ) n
    GROUP BY n.route, n.chunk_no
),
placed AS MATERIALIZED (
    SELECT r.route, r.chunk_no, r.rank, cs.document_no,
           -- what has no page is no page of its document
           coalesce((SELECT min(p) FROM unnest(c.page_nos) p), 0) AS page_no,
           CASE WHEN cardinality(c.page_nos) = 0 THEN r.chunk_no END AS section
    FROM ranked r
    JOIN chunk c ON c.chunk_no = r.chunk_no
    JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
    WHERE r.rank <= :dense_top_k
),
places AS (
    SELECT p.document_no, p.page_no, p.section, p.route, (array_agg(p.chunk_no ORDER BY p.rank))[1] AS chunk_no,
           row_number() OVER (PARTITION BY p.route ORDER BY min(p.rank)) AS rank
    FROM placed p
    GROUP BY p.document_no, p.page_no, p.section, p.route
),
fused AS (
    SELECT p.document_no, (array_agg(p.chunk_no ORDER BY p.route))[1] AS chunk_no,
           sum(CAST(1 AS float8) / (:rrf_k + p.rank) ORDER BY p.route) AS score,
           min(p.rank) FILTER (WHERE p.route = 0) AS text_rank,
           min(p.rank) FILTER (WHERE p.route = 1) AS image_rank
    FROM places p
    GROUP BY p.document_no, p.page_no, p.section
    ORDER BY score DESC, chunk_no LIMIT :top_k
)
SELECT f.chunk_no, f.score, f.text_rank, f.image_rank,
       c.chunk_id, c.kind, c.text, c.headings, c.locators, d.document_no, d.document_id, d.collection, d.source_uri
FROM fused f
JOIN chunk c ON c.chunk_no = f.chunk_no
JOIN document d ON d.document_no = f.document_no
ORDER BY f.score DESC, f.chunk_no;
