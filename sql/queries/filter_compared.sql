-- What a filter asks of the chunk of a vector that is compared: indexes of these columns may find it.
AND (CAST(:kinds AS text[]) IS NULL OR v.kind = ANY (CAST(:kinds AS text[])))
AND (CAST(:pages AS int4range) IS NULL OR v.pages && CAST(:pages AS int4range))
