-- Take blocks of impacts apart that no longer pay: how many.
SELECT bm25_drop_blocks(:index_no, :max_chunks);
