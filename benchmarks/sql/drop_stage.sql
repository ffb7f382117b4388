-- Take away what loading left.
DROP TABLE IF EXISTS benchmark_chunk, benchmark_document, benchmark_lexeme;
