-- The number of the index that a name or an alias means. An unknown name is an error that lists the names there are:
-- nothing found would look like an answer. Who may not see an index is told of none by its name.
CREATE OR REPLACE FUNCTION bizrag_named_index(index_or_alias text) RETURNS int
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
    found int;
    names text;
BEGIN
    SELECT i.index_no INTO found FROM search_index i LEFT JOIN index_alias a ON a.index_no = i.index_no AND a.alias = index_or_alias
    WHERE i.index_name = index_or_alias OR a.alias IS NOT NULL
    ORDER BY i.index_name <> index_or_alias LIMIT 1;
    IF found IS NULL THEN
        SELECT string_agg(n.name, ', ' ORDER BY n.name) INTO names
        FROM (SELECT index_name FROM search_index
              UNION SELECT a.alias FROM index_alias a JOIN search_index USING (index_no)) n (name);
        RAISE undefined_object USING MESSAGE = format('there is no index %L; there is: %s', index_or_alias, coalesce(names, 'none yet'));
    END IF;
    RETURN found;
END $$;
