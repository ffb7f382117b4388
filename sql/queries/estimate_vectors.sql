-- About how many vectors of an index pass a filter by chunk kind and pages.
SELECT estimate_vectors(:index_no, CAST(:kinds AS text[]), CAST(:pages AS int4range));
