-- What a statement may name without a schema: views first, then tables, each by name.
SELECT c.relname AS name, c.relkind IN ('v', 'm') AS is_view
FROM pg_class AS c
JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('v', 'm', 'r', 'p')
  AND NOT c.relispartition
  AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND pg_table_is_visible(c.oid)
  AND has_table_privilege(c.oid, 'SELECT')
ORDER BY is_view DESC, name;
