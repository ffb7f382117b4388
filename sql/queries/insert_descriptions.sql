-- Keep descriptions by what was described and how.
INSERT INTO description (artifact_sha256, describer, kind, artifact_class, text)
SELECT DISTINCT ON (x.artifact_sha256) x.artifact_sha256, :describer, x.kind, x.artifact_class, x.text
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(artifact_sha256 text, kind text, artifact_class text, text text)
ORDER BY x.artifact_sha256
ON CONFLICT (artifact_sha256, describer) DO NOTHING;
