-- Keep descriptions by what was described and how. In order of the key, so that two writers never wait in a circle.
INSERT INTO description (artifact_sha256, describer, kind, artifact_class, text)
SELECT DISTINCT ON (x.artifact_sha256, x.describer) x.artifact_sha256, x.describer, x.kind, x.artifact_class, x.text
FROM jsonb_to_recordset(CAST(:rows AS jsonb))
    AS x(artifact_sha256 text, describer text, kind text, artifact_class text, text text)
ORDER BY x.artifact_sha256, x.describer
ON CONFLICT (artifact_sha256, describer) DO NOTHING;
