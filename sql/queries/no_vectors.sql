-- Neither walked nor compared.
SELECT CAST(NULL AS bigint) AS chunk_no, CAST(NULL AS float8) AS distance WHERE false;
