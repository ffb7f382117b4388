-- Which collections the current role may read. The policies of functions/protect_tables.sql ask these functions.
--
-- bizrag_service reads what the setting bizrag.collections says: a JSON array of names, or * for all. Whoever may write
-- SQL as that role may set it: the role is for programs that ask for others and set it for each transaction. Roles of
-- people read what reader_collection says, which no setting of theirs changes. Without either a role reads nothing.
--
-- Bodies in the standard's form are resolved when they are made: a caller's search_path or temporary table changes nothing.
CREATE OR REPLACE FUNCTION bizrag_is_service() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(pg_has_role(current_user, CAST(to_regrole('bizrag_service') AS oid), 'USAGE'), false);
COMMENT ON FUNCTION bizrag_is_service() IS 'whether the current role asks for others, and the setting bizrag.collections counts';

CREATE OR REPLACE FUNCTION bizrag_sees_all() RETURNS boolean
LANGUAGE sql STABLE PARALLEL SAFE
RETURN coalesce(bizrag_is_service() AND current_setting('bizrag.collections', true) = '*', false)
    OR EXISTS (SELECT FROM reader_collection r
               WHERE r.collection IS NULL
                 AND pg_has_role(current_user, CAST(to_regrole(quote_ident(r.role_name)) AS oid), 'USAGE'));
COMMENT ON FUNCTION bizrag_sees_all() IS 'whether the current role may read all collections, also those to come';

CREATE OR REPLACE FUNCTION bizrag_collections() RETURNS text[]
LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
    SELECT r.collection FROM reader_collection r
    WHERE r.collection IS NOT NULL
      AND pg_has_role(current_user, CAST(to_regrole(quote_ident(r.role_name)) AS oid), 'USAGE')
    UNION
    SELECT given.collection
    FROM json_array_elements_text(CASE WHEN bizrag_is_service()
        THEN CAST(nullif(nullif(current_setting('bizrag.collections', true), ''), '*') AS json) END) AS given(collection)
);
COMMENT ON FUNCTION bizrag_collections() IS 'the collections that the current role may read by name; bizrag_sees_all() comes before';
