-- How many terms each word makes on its own, and the first of them.
SELECT w.word, count(l.term) AS num_terms, min(l.term) AS term
FROM unnest(CAST(:words AS text[])) AS w(word)
LEFT JOIN LATERAL bizrag_lexemes('english', w.word) l ON true
GROUP BY w.word;
