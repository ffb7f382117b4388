-- Descriptions that no parse uses.
DELETE FROM description d
WHERE NOT EXISTS (SELECT FROM parse_description p WHERE p.artifact_sha256 = d.artifact_sha256 AND p.describer = d.describer);
