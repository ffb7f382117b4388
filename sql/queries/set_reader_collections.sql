-- What a role may read, in place of what it might before; null among the collections: all.
WITH said AS (SELECT DISTINCT collection FROM unnest(CAST(:collections AS text[])) AS s(collection)),
gone AS (
    DELETE FROM reader_collection r
    WHERE r.role_name = :reader AND NOT EXISTS (SELECT FROM said s WHERE s.collection IS NOT DISTINCT FROM r.collection)
)
INSERT INTO reader_collection (role_name, collection)
SELECT :reader, s.collection FROM said s
WHERE NOT EXISTS (SELECT FROM reader_collection r WHERE r.role_name = :reader AND r.collection IS NOT DISTINCT FROM s.collection);
