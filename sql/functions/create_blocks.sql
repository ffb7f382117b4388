-- Blocks of impacts: see search_blocks.sql for what they are for. The caller holds the lock of the index.

-- Put documents that are in no block yet into new ones: whole documents, in the order of their numbers, until max_chunks
-- are reached (the last document may exceed it). Nothing happens with fewer than min_chunks waiting. Returns how many
-- chunks went into blocks.
CREATE OR REPLACE FUNCTION bm25_make_blocks(of_index_no int, min_chunks int, max_chunks int) RETURNS int
LANGUAGE plpgsql
-- The planner knows nothing of the rows of this transaction, takes them for few and would look each up.
SET enable_nestloop = off AS $$
DECLARE
    documents  bigint[];
    num_chunks int;
    size       int;
    first_no   int;
BEGIN
    -- pages that are found as images only hold no words
    IF NOT EXISTS (SELECT FROM lexical_stat s WHERE s.index_no = of_index_no AND s.num_lexical > 0) THEN
        RETURN 0;
    END IF;
    SELECT array_agg(d.document_no) FILTER (WHERE d.before < max_chunks), sum(d.num_chunks)
    INTO documents, num_chunks
    FROM (SELECT i.document_no, i.num_chunks, sum(i.num_chunks) OVER (ORDER BY i.document_no) - i.num_chunks AS before
          FROM index_document i WHERE i.index_no = of_index_no AND NOT i.is_blocked) d;
    IF coalesce(num_chunks, 0) < greatest(min_chunks, 1) THEN
        RETURN 0;
    END IF;
    UPDATE index_document i SET is_blocked = true
    WHERE i.index_no = of_index_no AND i.document_no = ANY (documents);
    SELECT coalesce(max(b.block_no), 0) + 1 INTO first_no FROM impact_block b WHERE b.index_no = of_index_no;
    -- blocks of about the same size, none of them larger than a vector's 2000 slots of two chunks
    SELECT sum(i.num_chunks), ceil(sum(i.num_chunks) / ceil(sum(i.num_chunks) / 4000.0)) INTO num_chunks, size
    FROM index_document i WHERE i.index_no = of_index_no AND i.document_no = ANY (documents);
    INSERT INTO impact_slot (index_no, document_no, chunk_no, block_no, slot)
    SELECT of_index_no, c.document_no, c.chunk_no, first_no + c.place / size, c.place % size / 2 + 1
    FROM (SELECT i.document_no, c.chunk_no, CAST(row_number() OVER (ORDER BY c.chunk_no) - 1 AS int) AS place
          FROM index_document i
          CROSS JOIN LATERAL (SELECT o.chunk_no FROM chunk o WHERE o.chunk_set_id = i.chunk_set_id OFFSET 0) c
          WHERE i.index_no = of_index_no AND i.document_no = ANY (documents)) c;
    INSERT INTO impact_block (index_no, block_no, text_config, num_chunks, k1, b, avgdl)
    -- documents of a configuration may hold no words at all; blocks are made again when some come
    SELECT of_index_no, s.block_no, i.text_config, count(*), l.k1, l.b, coalesce(l.avgdl, 1)
    FROM impact_slot s
    JOIN index_document i ON i.index_no = s.index_no AND i.document_no = s.document_no
    JOIN bm25_statistics(of_index_no) l ON l.text_config = i.text_config
    WHERE s.index_no = of_index_no AND s.block_no >= first_no
    GROUP BY s.block_no, i.text_config, l.k1, l.b, l.avgdl;
    INSERT INTO impact (index_no, term_id, block_no, idf, c1, impacts)
    WITH found AS MATERIALIZED (
        SELECT p.term_id, s.block_no, s.slot, p.tf, p.dl
        FROM posting p JOIN impact_slot s ON s.chunk_no = p.chunk_no
        WHERE p.index_no = of_index_no AND p.document_no = ANY (documents)
          AND s.index_no = of_index_no AND s.block_no >= first_no
    ),
    weighed AS MATERIALIZED (
        SELECT t.term_id, bm25_idf(l.n, t.df) AS idf, l.k1 * (1 - l.b) AS c0, l.k1 * l.b / l.avgdl AS c1
        FROM (SELECT DISTINCT term_id FROM found) f
        CROSS JOIN LATERAL (SELECT o.term_id, o.df, o.text_config FROM term o
                            WHERE o.index_no = of_index_no AND o.term_id = f.term_id OFFSET 0) t
        JOIN bm25_statistics(of_index_no) l ON l.text_config = t.text_config
    )
    SELECT of_index_no, p.term_id, p.block_no, p.idf, p.c1,
           CAST('{' || string_agg(p.slot || ':' || CAST(p.impact AS real), ',') || '}/2000' AS sparsevec(2000))
    FROM (SELECT f.term_id, f.block_no, f.slot, w.idf, w.c1, max(w.idf * f.tf / (f.tf + w.c0 + w.c1 * f.dl)) AS impact
          FROM found f JOIN weighed w ON w.term_id = f.term_id
          GROUP BY f.term_id, f.block_no, f.slot, w.idf, w.c1
          ORDER BY f.term_id, f.block_no, f.slot) p
    GROUP BY p.term_id, p.block_no, p.idf, p.c1;
    RETURN num_chunks;
END $$;

-- Take blocks apart that no longer pay: half of their chunks are gone, k1 or b are others, avgdl is another by a tenth, or
-- they are small and fill a block together. Their documents wait for new ones. Blocks after the first max_chunks stay for
-- the next time. Returns how many blocks went.
CREATE OR REPLACE FUNCTION bm25_drop_blocks(of_index_no int, max_chunks int) RETURNS int
LANGUAGE plpgsql AS $$
DECLARE
    blocks int[];
BEGIN
    SELECT array_agg(b.block_no) INTO blocks
    FROM (
        SELECT h.block_no, sum(h.num_live) OVER (ORDER BY h.block_no) - h.num_live AS before
        FROM (
            SELECT b.block_no, sum(b.num_chunks) AS num_chunks, s.num_live,
                   sum(s.num_live) FILTER (WHERE s.num_live < 2000) OVER () AS num_in_small
            FROM impact_block b
            CROSS JOIN LATERAL (SELECT count(*) AS num_live FROM impact_slot o
                                WHERE o.index_no = of_index_no AND o.block_no = b.block_no) s
            WHERE b.index_no = of_index_no
            GROUP BY b.block_no, s.num_live
        ) h
        WHERE 2 * h.num_live < h.num_chunks OR (h.num_live < 2000 AND h.num_in_small >= 4000)
           OR EXISTS (SELECT FROM impact_block o
                      LEFT JOIN bm25_statistics(of_index_no) l ON l.text_config = o.text_config
                      WHERE o.index_no = of_index_no AND o.block_no = h.block_no
                        -- a configuration that is gone left empty slots only
                        AND (l.k1 <> o.k1 OR l.b <> o.b OR l.avgdl NOT BETWEEN o.avgdl / 1.1 AND o.avgdl * 1.1))
    ) b
    WHERE b.before < max_chunks;
    IF blocks IS NULL THEN
        RETURN 0;
    END IF;
    UPDATE index_document i SET is_blocked = false
    WHERE i.index_no = of_index_no AND i.document_no IN (
        SELECT s.document_no FROM impact_slot s WHERE s.index_no = of_index_no AND s.block_no = ANY (blocks));
    DELETE FROM impact_slot s WHERE s.index_no = of_index_no AND s.document_no IN (
        SELECT i.document_no FROM index_document i WHERE i.index_no = of_index_no AND NOT i.is_blocked);
    DELETE FROM impact i WHERE i.index_no = of_index_no AND i.block_no = ANY (blocks);
    DELETE FROM impact_block b WHERE b.index_no = of_index_no AND b.block_no = ANY (blocks);
    RETURN cardinality(blocks);
END $$;
