-- Every image that something refers to.
SELECT image_sha256 FROM page WHERE image_sha256 IS NOT NULL
UNION
SELECT image_sha256 FROM picture_artifact WHERE image_sha256 IS NOT NULL
UNION
SELECT p.value ->> 'image_sha256' FROM content c CROSS JOIN LATERAL jsonb_array_elements(c.preview -> 'pages') AS p(value)
WHERE p.value ->> 'image_sha256' IS NOT NULL;
