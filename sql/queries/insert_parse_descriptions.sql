-- Say which description answers for which table, picture or slide of a parse. In order of the key, so that two writers
-- never wait in a circle.
INSERT INTO parse_description (parse_id, describer, kind, ordinal, artifact_sha256)
SELECT :parse_id, x.describer, x.kind, x.ordinal, x.artifact_sha256
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(kind text, ordinal int, artifact_sha256 text, describer text)
ORDER BY x.describer, x.kind, x.ordinal
ON CONFLICT (parse_id, describer, kind, ordinal) DO UPDATE SET artifact_sha256 = excluded.artifact_sha256;
