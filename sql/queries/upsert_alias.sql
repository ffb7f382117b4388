-- Point an alias at an index.
INSERT INTO index_alias (alias, index_no) VALUES (:alias, :index_no)
ON CONFLICT (alias) DO UPDATE SET index_no = excluded.index_no;
