-- Descriptions that no parse uses.
DELETE FROM description d
WHERE d.created_at < now() - make_interval(secs => :grace_seconds)
  AND NOT EXISTS (SELECT FROM parse_description p WHERE p.artifact_sha256 = d.artifact_sha256 AND p.describer = d.describer);
