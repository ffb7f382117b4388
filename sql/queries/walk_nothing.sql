-- No walk: all allowed vectors are compared.
SELECT CAST(NULL AS bigint) AS chunk_no, CAST(NULL AS float8) AS distance WHERE false;
