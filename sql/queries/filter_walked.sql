-- What a filter asks of a vector that is met on a walk. IS TRUE keeps the other indexes of the filter columns out of it:
-- comparing all that they find is another way, taken where it is cheaper. Documents are looked up in a hash table; in a list
-- of constants the planner would look at each of them.
AND (CAST(:documents AS bigint[]) IS NULL
     OR (v.document_no IN (SELECT a FROM unnest(CAST(:documents AS bigint[])) a)) IS TRUE)
AND (CAST(:kinds AS text[]) IS NULL OR (v.kind = ANY (CAST(:kinds AS text[]))) IS TRUE)
AND (CAST(:pages AS int4range) IS NULL OR (v.pages && CAST(:pages AS int4range)) IS TRUE)
