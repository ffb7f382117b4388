-- BM25 without reading posting by posting. The chunks of an index lie in blocks of up to 2000 slots, two chunks that follow
-- each other in each; for each term and block a sparse vector holds what the term adds to the scores of a slot's chunks at
-- most (its impact). Adding the vectors of a question's terms bounds the scores of 4000 chunks in microseconds, comparing the
-- sum with a threshold marks the slots that may hold one of the best, and their chunks alone are scored from their
-- postings. Only functions of pgvector are needed for it.
--
-- The sums are of single precision and of the statistics that the blocks were made with: they choose chunks and are never
-- shown. An impact of today is that of the block times (tf + c0 + c1' * dl) / (tf + c0 + c1 * dl) and idf / idf'; the first
-- is at most c1' / c1, or 1, whatever tf and dl are. So no score is above its slot's sum times a known factor, and every
-- chunk whose score may reach the best is looked at: the result is exact.

-- Whether blocks may be asked: there are some that this role sees, they are of the index's k1 and b, and not more than
-- max_waiting chunks are in none (those are scored by their postings).
CREATE OR REPLACE FUNCTION bm25_has_blocks(of_index_no int, max_waiting int) RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce(bool_and(n.k1 = b.k1 AND n.b = b.b), false)
       AND coalesce((SELECT sum(i.num_chunks) FROM index_document i WHERE i.index_no = of_index_no AND NOT i.is_blocked), 0)
           <= max_waiting
    FROM search_index n JOIN impact_block b ON b.index_no = n.index_no
    WHERE n.index_no = of_index_no
$$;

-- A vector of a block's size with the same number everywhere.
CREATE OR REPLACE FUNCTION bm25_constant(value float8) RETURNS vector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    v vector := CAST(array_fill(CAST(value AS real), ARRAY[125]) AS vector);
BEGIN
    v := v || v;
    v := v || v;
    v := v || v;
    RETURN v || v;
END $$;

-- Which sums are above a threshold: a bit for each slot of each block, one block after the other.
CREATE OR REPLACE FUNCTION bm25_mark(sums vector[], threshold float8, OUT marks varbit[], OUT num_marks bigint)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    SELECT array_agg(m.marks), sum(bit_count(m.marks)) INTO marks, num_marks
    -- not as functions of FROM: these write all they give to a store first
    FROM (SELECT binary_quantize(s.sum - s.threshold) AS marks
          FROM (SELECT unnest(sums) AS sum, c.threshold FROM (SELECT bm25_constant(threshold) AS threshold OFFSET 0) c) s
          OFFSET 0) m;
END $$;

-- A threshold above which there are wanted slots or up to 1.4 times as many, and their marks: the next lower one where
-- more slots tie, 0 where there are fewer. Numbers of slots fall about exponentially with it.
CREATE OR REPLACE FUNCTION bm25_threshold(
    sums vector[], wanted bigint, ceiling float8, guess float8,
    OUT threshold float8, OUT marks varbit[], OUT num_marks bigint)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
    floor       float8 := 0;
    num_floor   float8 := greatest(2000 * cardinality(sums), 3 * wanted);
    num_ceiling float8 := 1;
    step        int := cardinality(sums) / 24;
BEGIN
    IF step > 1 THEN
        -- every so many blocks tell about where it is
        SELECT t.threshold INTO guess
        FROM bm25_threshold(ARRAY(SELECT s.sum FROM unnest(sums) WITH ORDINALITY AS s(sum, place) WHERE s.place % step = 0),
                            CAST(greatest(1, 1.2 * wanted / step) AS bigint), ceiling, guess) t;
        guess := coalesce(nullif(guess, 0), 0.5 * ceiling);
    END IF;
    threshold := guess;
    FOR round IN 1 .. 15 LOOP
        SELECT * INTO marks, num_marks FROM bm25_mark(sums, threshold);
        IF num_marks BETWEEN wanted AND 1.4 * wanted THEN
            RETURN;
        ELSIF num_marks < wanted THEN
            ceiling := threshold;
            num_ceiling := greatest(num_marks, 1);
        ELSE
            floor := threshold;
            num_floor := num_marks;
        END IF;
        -- every third time by halves: some curves have steps
        threshold := floor + (ceiling - floor) * CASE WHEN round % 3 = 0 THEN 0.5 ELSE
            greatest(0.1, least(0.9, ln(num_floor / (1.2 * wanted)) / ln(num_floor / num_ceiling))) END;
    END LOOP;
    threshold := floor;
    SELECT * INTO marks, num_marks FROM bm25_mark(sums, threshold);
END $$;

-- The live chunks of slots that are marked and not known, of these documents (null: of all).
CREATE OR REPLACE FUNCTION bm25_marked(
    of_index_no int, blocks int[], marks varbit[], known varbit[], documents bigint[]) RETURNS bigint[]
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    -- places of blocks with a mark
    marked int[];
BEGIN
    IF known IS NOT NULL THEN
        marks := ARRAY(SELECT b.marks # b.known FROM unnest(marks, known) AS b(marks, known));
    END IF;
    marked := ARRAY(SELECT b.place FROM generate_subscripts(marks, 1) AS b(place) WHERE bit_count(marks[b.place]) > 0);
    RETURN ARRAY(
        SELECT s.chunk_no
        FROM (
            -- the zeros before each one tell its place; those after the last lead to one that is none
            SELECT m.place / 2000 + 1 AS place, array_agg(m.place % 2000 + 1) AS slots
            FROM (SELECT CAST(sum(octet_length(z.zeros) + 1) OVER (ROWS UNBOUNDED PRECEDING) AS int) - 1 AS place
                  FROM (SELECT string_to_table((SELECT string_agg(CAST(marks[b.place] AS text), '')
                                                FROM unnest(marked) AS b(place)), '1') AS zeros) z) m
            WHERE m.place < 2000 * cardinality(marked)
            GROUP BY m.place / 2000
        ) g
        CROSS JOIN LATERAL (
            SELECT o.chunk_no, o.document_no FROM impact_slot o
            WHERE o.index_no = of_index_no AND o.block_no = blocks[marked[g.place]] AND o.slot = ANY (g.slots) OFFSET 0
        ) s
        -- hashed, however many
        WHERE documents IS NULL OR s.document_no IN (SELECT unnest(documents)));
END $$;

-- Of chunks, those of some kinds and pages.
CREATE OR REPLACE FUNCTION bm25_filter_marked(kinds text[], page_from int, page_to int, chunks bigint[]) RETURNS bigint[]
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN ARRAY(
        SELECT m.chunk_no
        FROM unnest(chunks) AS m(chunk_no)
        CROSS JOIN LATERAL (SELECT o.kind, o.page_nos FROM chunk o WHERE o.chunk_no = m.chunk_no OFFSET 0) c
        WHERE (kinds IS NULL OR c.kind = ANY (kinds)) AND bizrag_on_pages(c.page_nos, page_from, page_to));
END $$;

-- The best of some chunks and of those that were the best so far, with what terms add to their scores.
CREATE OR REPLACE FUNCTION bm25_best(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], top_k int, chunks bigint[],
    INOUT best bigint[], INOUT best_units float8[])
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
    -- in order: each term's list is sorted anew otherwise
    chunks := ARRAY(SELECT c.chunk_no FROM unnest(chunks) AS c(chunk_no) ORDER BY c.chunk_no);
    SELECT array_agg(b.chunk_no), array_agg(b.units) INTO best, best_units
    FROM (SELECT s.chunk_no, s.units FROM bm25_of_chunks(of_index_no, term_ids, weights, c0, c1s, chunks) s
          UNION ALL
          SELECT k.chunk_no, k.units FROM unnest(best, best_units) AS k(chunk_no, units)
          ORDER BY units DESC, chunk_no LIMIT top_k) b;
END $$;

-- The best chunks of an index that a filter allows, by blocks. num_looked is a guess of how many of the largest sums hold
-- top_k of them.
CREATE OR REPLACE FUNCTION bm25_summed(
    of_index_no int, term_ids bigint[], weights float8[], c0 float8, c1s float8[], top_k int, num_looked bigint,
    documents bigint[] DEFAULT NULL, kinds text[] DEFAULT NULL, page_from int DEFAULT NULL, page_to int DEFAULT NULL)
RETURNS TABLE (chunk_no bigint, units float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 100
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    -- units of a score
    one        constant float8 := 68719476736;
    blocks     int[];
    sums       vector[];
    -- a score of today is at most so many times its slot's sum
    high       float8;
    -- chunks are of one text-search configuration, which c1 tells
    ceiling    float8 := (SELECT max(t.weight) / one FROM (SELECT sum(w.weight) AS weight
                                                           FROM unnest(weights, c1s) AS w(weight, c1) GROUP BY w.c1) t);
    -- where the hundredth of a hundred thousand chunks mostly is
    guess      float8 := 0.25 * ceiling;
    is_narrow   boolean := kinds IS NOT NULL OR page_from IS NOT NULL OR page_to IS NOT NULL;
    threshold  float8;
    needed     float8;
    marks      varbit[];
    -- slots whose chunks are scored
    known      varbit[];
    chunks     bigint[];
    best       bigint[];
    best_units float8[];
BEGIN
    -- Impacts whose idf is another by a hundredth are brought to today's.
    SELECT array_agg(t.block_no), array_agg(t.sum), greatest(1, max(t.most_ratio)) * greatest(1, max(t.most_change))
    INTO blocks, sums, high
    FROM generate_series(0, (SELECT max(b.block_no) FROM impact_block b WHERE b.index_no = of_index_no), 64) AS part(start)
    -- 64 blocks at a time: their sums stay in the processor's cache
    CROSS JOIN LATERAL (
        SELECT i.block_no, max(i.ratio) AS most_ratio, max(i.change) FILTER (WHERE i.is_near) AS most_change,
               sum(CASE WHEN i.is_near THEN CAST(i.impacts AS vector)
                        ELSE CAST(i.impacts AS vector) * bm25_constant(i.change) END) AS sum
        FROM unnest(term_ids, weights, c1s) AS w(term_id, weight, c1)
        CROSS JOIN LATERAL (
            SELECT o.block_no, o.impacts, w.weight / (one * o.idf) AS change, coalesce(o.c1 / nullif(w.c1, 0), 1) AS ratio,
                   w.weight BETWEEN 0.99 * one * o.idf AND 1.01 * one * o.idf AS is_near
            FROM impact o
            WHERE o.index_no = of_index_no AND o.term_id = w.term_id
              AND o.block_no >= part.start AND o.block_no < part.start + 64
            OFFSET 0
        ) i
        GROUP BY i.block_no OFFSET 0
    ) t;
    -- those that wait
    chunks := ARRAY(SELECT c.chunk_no FROM index_document i JOIN chunk c ON c.chunk_set_id = i.chunk_set_id
                    WHERE i.index_no = of_index_no AND NOT i.is_blocked
                      AND (documents IS NULL OR i.document_no IN (SELECT unnest(documents))));
    IF blocks IS NOT NULL THEN
        SELECT f.threshold, f.marks INTO threshold, marks FROM bm25_threshold(sums, num_looked, ceiling, guess) f;
    END IF;
    LOOP
        chunks := chunks || bm25_marked(of_index_no, blocks, marks, known, documents);
        IF is_narrow THEN
            chunks := bm25_filter_marked(kinds, page_from, page_to, chunks);
        END IF;
        SELECT b.best, b.best_units INTO best, best_units
        FROM bm25_best(of_index_no, term_ids, weights, c0, c1s, top_k, chunks, best, best_units) b;
        -- single precision has seven digits
        needed := CASE WHEN cardinality(best) = top_k THEN best_units[top_k] / (one * high) * (1 - 1e-5) ELSE 0 END;
        EXIT WHEN blocks IS NULL OR threshold <= needed;
        chunks := '{}';
        known := marks;
        IF needed > 0 THEN
            threshold := needed;
            SELECT f.marks INTO marks FROM bm25_mark(sums, threshold) f;
        ELSE
            -- many slots are empty, or the filter allows few
            num_looked := 4 * num_looked;
            IF (documents IS NOT NULL OR is_narrow) AND num_looked > 250 * cardinality(blocks) THEN
                -- an eighth of all: reading all postings takes no longer
                RETURN QUERY
                SELECT * FROM bm25_filtered(of_index_no, term_ids, weights, c0, c1s, top_k, documents, kinds, page_from, page_to);
                RETURN;
            END IF;
            SELECT f.threshold, f.marks INTO threshold, marks
            FROM bm25_threshold(sums, num_looked, threshold, 0.8 * threshold) f;
        END IF;
    END LOOP;
    RETURN QUERY SELECT b.chunk_no, b.units FROM unnest(best, best_units) AS b(chunk_no, units);
END $$;
