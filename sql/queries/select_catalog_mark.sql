-- What changes when documents are added, removed or marked.
SELECT count(*) || '|' || coalesce(CAST(max(changed_at) AS text), '') FROM document;
