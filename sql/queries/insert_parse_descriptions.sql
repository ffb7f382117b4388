-- Say which description answers for which table, picture or slide of a parse.
INSERT INTO parse_description (parse_id, describer, kind, ordinal, artifact_sha256)
SELECT :parse_id, :describer, x.kind, x.ordinal, x.artifact_sha256
FROM jsonb_to_recordset(CAST(:rows AS jsonb)) AS x(kind text, ordinal int, artifact_sha256 text)
ON CONFLICT (parse_id, describer, kind, ordinal) DO UPDATE SET artifact_sha256 = excluded.artifact_sha256;
