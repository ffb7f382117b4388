-- The best chunks of the documents that the question names: the keyword route of search_hybrid.sql. Words are compared
-- without those that name the documents.
named_dense AS MATERIALIZED (
    SELECT n.chunk_no, min(n.distance) AS distance, row_number() OVER (ORDER BY min(n.distance), n.chunk_no) AS rank
    FROM (
        SELECT v.chunk_no, v.embedding <=> CAST(:embedding AS halfvec) AS distance
        FROM unnest(CAST(:named_documents AS bigint[])) a(document_no)
        JOIN vector_row v ON v.document_no = a.document_no
        WHERE v.index_no = :index_no
          {filtered}
        OFFSET 0
    ) n
    GROUP BY n.chunk_no ORDER BY rank LIMIT :named_top_k
),
named_bm25 AS MATERIALIZED (
    SELECT s.chunk_no, s.score, row_number() OVER (ORDER BY s.score DESC, s.chunk_no) AS rank
    FROM bm25_scores(:index_no, :named_question, :named_top_k, CAST(:named_documents AS bigint[]), CAST(:kinds AS text[]),
                     CAST(:page_from AS int), CAST(:page_to AS int)) s
),
named AS MATERIALIZED (
    -- a document that matches half as well stands where its rank were twice as far
    SELECT g.chunk_no, row_number() OVER (ORDER BY sum(g.gain) * max(a.share) DESC, g.chunk_no) AS rank
    FROM (
        SELECT chunk_no, CAST(:dense_weight AS float8) / (:rrf_k + rank) AS gain FROM named_dense
        UNION ALL
        SELECT chunk_no, CAST(:bm25_weight AS float8) / (:rrf_k + rank) FROM named_bm25
    ) g
    JOIN chunk c ON c.chunk_no = g.chunk_no
    JOIN chunk_set cs ON cs.chunk_set_id = c.chunk_set_id
    JOIN unnest(CAST(:named_documents AS bigint[]), CAST(:named_shares AS float8[])) a(document_no, share)
        ON a.document_no = cs.document_no
    GROUP BY g.chunk_no
),
