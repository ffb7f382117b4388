-- Names that can be asked: every index and every alias, with the day of the index.
SELECT n.index_name AS name, n.index_name, n.variant, n.created_at FROM search_index n
UNION ALL
SELECT a.alias, n.index_name, n.variant, n.created_at FROM index_alias a JOIN search_index n USING (index_no)
ORDER BY 1;
