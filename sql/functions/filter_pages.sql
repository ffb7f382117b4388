-- Whether a chunk stands on a page of a range; both ends belong to it, an end that is null is open. page_nos ascend.
-- A page between two of the chunk's pages is not one of its pages. width_bucket counts the pages up to a number by
-- binary search: the chunk is in the range where the counts at both ends differ.
CREATE OR REPLACE FUNCTION bizrag_on_pages(page_nos int[], page_from int, page_to int) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (page_from IS NULL AND page_to IS NULL)
        OR width_bucket(coalesce(page_to, 2147483647), page_nos)
         > width_bucket(greatest(coalesce(page_from, 1), 1) - 1, page_nos)
$$;
COMMENT ON FUNCTION bizrag_on_pages(int[], int, int) IS 'whether a chunk stands on a page of a range';
