-- The descriptions of a parse.
SELECT p.kind, p.ordinal, p.artifact_sha256, p.describer, d.artifact_class, d.text
FROM parse_description p
JOIN description d USING (artifact_sha256, describer)
WHERE p.parse_id = :parse_id AND p.describer = :describer
ORDER BY p.kind, p.ordinal;
