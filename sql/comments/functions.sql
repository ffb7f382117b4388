-- What functions say about themselves where their own file does not: the text of some files is hashed, and a comment
-- must not publish every document again. A function that is gone is passed over; a test finds those without a comment.
DO $$
DECLARE
    said record;
BEGIN
    FOR said IN SELECT * FROM (VALUES
        ('stage_fingerprint', 'the key of a stage''s work: hash of what the stage is and of the outputs that it reads, in order'),
        ('create_index_partitions', 'make the search tables of an index; nothing happens when they are there'),
        ('drop_index_partitions', 'remove the search tables of an index with all their rows'),
        ('bizrag_fold', 'Latin and Greek letters without accents, umlauts and ligatures'),
        ('bizrag_folds_first', 'whether a configuration''s accents go before its words are stemmed'),
        ('bizrag_pair_letters', 'a text with every two letters of Chinese, Japanese and Korean that follow each other as a word'),
        ('bizrag_normalise_signs', 'a text in lower case with blanks, dashes and apostrophes of one kind'),
        ('bizrag_normalise_rare_signs', 'signs that few texts hold, in one spelling'),
        ('bizrag_normalise_numbers', 'numbers without thousands separators and with a decimal point'),
        ('bizrag_normalise_codes', 'dates, abbreviations, numbers, forms and periods in one spelling'),
        ('bizrag_normalise', 'a text as full-text search parses it under a configuration'),
        ('bizrag_pieces', 'a text in pieces that a tsvector can hold'),
        ('bizrag_lexemes', 'the terms of a text under a text-search configuration, and how often each stands in it'),
        ('bizrag_text_config', 'the text-search configuration of a text''s language, told by its stop words; simple when they do not tell'),
        ('bizrag_quarters', 'the quarters that a text speaks of, one row a mention'),
        ('bizrag_calendar_quarters', 'the quarters of the calendar of periods that a text says have ended'),
        ('bizrag_own_quarter', 'the quarter that a document of an index speaks of most; null where it speaks of none'),
        ('bizrag_document_keywords', 'the words that tell a document apart: of its name, its title, the beginning of its text, entities found there, and quarters'),
        ('bizrag_prepare_search', 'settings of a search for this transaction, and the size of an index'),
        ('bizrag_named_documents', 'the documents that a question names by their keywords, the best first'),
        ('bizrag_without_keywords', 'a question without the words by which it names some documents; whole where nothing else is asked'),
        ('bizrag_named_index', 'the number of the index that a name or an alias means; an unknown name is an error that lists those there are'),
        ('bm25_search', 'hits of a question in an index (or alias), the best first, by exact BM25: for analysts'),
        ('bm25_scores', 'chunk numbers and BM25 scores of a question in an index, with filters; null means no filter'),
        ('bm25_terms', 'the terms of a question in an index, the rarest first, with their weights'),
        ('bm25_units', 'what a term adds to the score of a chunk, in units of 2^-36'),
        ('bm25_plain', 'the best chunks by all postings of all terms'),
        ('bm25_of_chunks', 'what terms add to the scores of given chunks'),
        ('bm25_statistics', 'what BM25 knows of an index, one row per text-search configuration'),
        ('bm25_idf', 'the inverse document frequency of a term, as Lucene has it'),
        ('bm25_has_blocks', 'whether the blocks of an index may be asked, and few chunks are in none'),
        ('bm25_constant', 'a vector of a block''s size with the same number everywhere'),
        ('bm25_mark', 'a bit for each slot of each block: whether its sum is above a threshold'),
        ('bm25_threshold', 'a threshold above which about as many sums are as wanted, and their marks'),
        ('bm25_marked', 'the live chunks of slots that are marked and not known'),
        ('bm25_summed', 'the best chunks, chosen by sums of impacts and scored by their postings'),
        ('bm25_make_blocks', 'put documents that are in no block of impacts into new ones; how many chunks'),
        ('bm25_drop_blocks', 'take blocks of impacts apart that no longer pay; how many'),
        ('bm25_filter_marked', 'of chunks, those of some kinds and pages'),
        ('bm25_best', 'the best of some chunks and of those that were the best so far'),
        ('bm25_allowed', 'the chunks that a filter with documents allows'),
        ('bm25_filtered', 'the best chunks that a filter allows, by all postings of all terms')
    ) AS listed (name, comment) LOOP
        IF to_regproc(said.name) IS NOT NULL THEN
            EXECUTE format('COMMENT ON FUNCTION %s IS %L', to_regproc(said.name), said.comment);
        END IF;
    END LOOP;
END $$;
