-- Put waiting documents into blocks of impacts: how many chunks.
SELECT bm25_make_blocks(:index_no, :min_chunks, :max_chunks);
