-- The descriptions of a parse by some describers, one for each artifact: of two the earlier describer's.
SELECT DISTINCT ON (p.kind, p.ordinal) p.kind, p.ordinal, p.artifact_sha256, p.describer, d.artifact_class, d.text
FROM parse_description p
JOIN description d USING (artifact_sha256, describer)
WHERE p.parse_id = :parse_id AND p.describer = ANY (CAST(:describers AS text[]))
ORDER BY p.kind, p.ordinal, array_position(CAST(:describers AS text[]), p.describer);
