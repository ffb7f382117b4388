-- Take a vector index down: an unfinished one, or one of another sort. Readers and writers go on meanwhile.
DROP INDEX CONCURRENTLY IF EXISTS vector_row_{index_no}_{name};
