-- Documents of some collections with what was parsed of them.
WITH gone AS (
    DELETE FROM document d WHERE d.collection LIKE :collection RETURNING content_sha256
),
parses AS (
    DELETE FROM parse p USING gone g WHERE p.content_sha256 = g.content_sha256
)
DELETE FROM content c USING gone g WHERE c.content_sha256 = g.content_sha256;
