-- About how many vectors of an index pass a filter by chunk kind and pages, from the statistics of the planner: no row
-- is read (EXPLAIN makes the function volatile). It only decides how to search; what is found does not depend on it.
CREATE OR REPLACE FUNCTION estimate_vectors(of_index_no int, kinds text[], pages int4range) RETURNS float8
LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE format('EXPLAIN (FORMAT JSON) SELECT FROM vector_row_%s v WHERE (%L IS NULL OR v.kind = ANY (CAST(%L AS text[]))) '
                   'AND (%L IS NULL OR v.pages && CAST(%L AS int4range))',
                   of_index_no, kinds, kinds, pages, pages) INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
COMMENT ON FUNCTION estimate_vectors(int, text[], int4range) IS
    'about how many vectors of an index pass a filter by chunk kind and pages, from the statistics of the planner';
