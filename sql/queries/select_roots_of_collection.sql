-- The folders and buckets that a collection was listed from.
SELECT DISTINCT source_root FROM document WHERE collection = :collection ORDER BY source_root;
