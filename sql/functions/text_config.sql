-- The text-search configuration of a text's language: the one whose stop words make up most of it, out of those that
-- this server has stop words for. simple when they are too few: a list of names, too little text, or a language without
-- stop words here (Polish has "to", "do" and "no" as English has, hence the distance to the second).
-- The 100 most frequent words are enough, as stop words are the frequent ones; single letters are no evidence.
CREATE OR REPLACE FUNCTION bizrag_text_config(sample text) RETURNS regconfig
LANGUAGE sql STABLE PARALLEL SAFE AS $$
    WITH word AS MATERIALIZED (
        SELECT w AS word, count(*) AS n, sum(count(*)) OVER () AS total
        FROM regexp_split_to_table(lower(normalize(left(sample, 6000), NFC)), '[^[:alpha:]]+') AS w
        WHERE length(w) > 1
        GROUP BY w ORDER BY n DESC, w LIMIT 100
    ),
    dictionary AS MATERIALIZED (
        -- token type 2: words with letters outside ASCII too; for Russian and others type 1 is English
        SELECT c.oid AS config, c.cfgname, m.mapdict
        FROM pg_catalog.pg_ts_config c
        JOIN pg_catalog.pg_ts_config_map m ON m.mapcfg = c.oid AND m.maptokentype = 2 AND m.mapseqno = 1
        JOIN pg_catalog.pg_ts_dict d ON d.oid = m.mapdict AND d.dictinitoption LIKE '%stopwords%'
        WHERE c.cfgnamespace = CAST('pg_catalog' AS regnamespace)
    ),
    fit AS (
        SELECT d.config, sum(w.n) AS n, count(*) AS kinds, sum(w.n) / min(w.total) AS share,
               row_number() OVER (ORDER BY sum(w.n) DESC, count(*) DESC, d.cfgname) AS place
        FROM dictionary d JOIN word w ON pg_catalog.ts_lexize(d.mapdict, w.word) = '{}'
        GROUP BY d.config, d.cfgname
    )
    SELECT coalesce(
        (SELECT CAST(f.config AS regconfig) FROM fit f LEFT JOIN fit second ON second.place = 2
         WHERE f.place = 1 AND f.kinds >= 3
           AND (f.share >= 0.2 OR f.share >= 0.08 AND f.n >= 2 * coalesce(second.n, 0))),
        CAST('simple' AS regconfig))
$$;
