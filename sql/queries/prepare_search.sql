-- Settings of a search for this transaction, and the size of an index; no row where there is no such index.
SELECT * FROM bizrag_prepare_search(:index_no, :ef_search, :max_scan_tuples, :may_walk);
