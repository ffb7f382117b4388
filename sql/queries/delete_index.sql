-- Forget an index and the states of its stages; aliases, statistics and what answers go with it.
WITH states AS (
    DELETE FROM stage_state WHERE index_no = :index_no
)
DELETE FROM search_index WHERE index_no = :index_no;
