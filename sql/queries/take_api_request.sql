-- Take one request of a key's bucket, which refills evenly to :per_minute; no row where less than one is left. All
-- processes share the bucket, and the lock of its row makes them take turns.
INSERT INTO api_key_rate AS r (key_no, requests_left, updated_at)
VALUES (:key_no, CAST(:per_minute AS float8) - 1, clock_timestamp())
ON CONFLICT (key_no) DO UPDATE SET
    requests_left = least(CAST(:per_minute AS float8), r.requests_left + CAST(:per_minute AS float8) / 60
                          * greatest(CAST(extract(epoch FROM excluded.updated_at - r.updated_at) AS float8), 0)) - 1,
    updated_at = greatest(excluded.updated_at, r.updated_at)
WHERE least(CAST(:per_minute AS float8), r.requests_left + CAST(:per_minute AS float8) / 60
            * greatest(CAST(extract(epoch FROM excluded.updated_at - r.updated_at) AS float8), 0)) >= 1
RETURNING requests_left;
