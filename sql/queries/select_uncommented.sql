-- Tables, views, columns and functions of ours that say nothing about themselves. Search tables of single indexes are
-- described by their parents; functions of extensions are not ours.
SELECT CAST(c.relname AS text) AS name FROM pg_class c
WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind IN ('r', 'p', 'v', 'S') AND NOT c.relispartition
  AND obj_description(c.oid, 'pg_class') IS NULL
  -- the sequence of an identity column belongs to the column
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'i' AND c.relkind = 'S')
UNION ALL
SELECT c.relname || '.' || a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
WHERE c.relnamespace = CAST('public' AS regnamespace) AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
  AND a.attnum > 0 AND NOT a.attisdropped AND col_description(c.oid, a.attnum) IS NULL
UNION ALL
SELECT CAST(CAST(p.oid AS regprocedure) AS text) FROM pg_proc p
WHERE p.pronamespace = CAST('public' AS regnamespace) AND obj_description(p.oid, 'pg_proc') IS NULL
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
ORDER BY 1;
