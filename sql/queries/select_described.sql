-- What is described already, whatever document asked for it.
SELECT d.artifact_sha256, d.describer, d.artifact_class, d.text
FROM description d
JOIN unnest(CAST(:artifacts AS text[]), CAST(:describers AS text[])) AS k(artifact_sha256, describer)
    USING (artifact_sha256, describer);
