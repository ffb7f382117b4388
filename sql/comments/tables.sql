-- What every table and column says about itself, where its migration did not. Run again when it changes.

COMMENT ON TABLE schema_migration IS 'one row per file of the sql package that ran against this database';
COMMENT ON COLUMN schema_migration.file_name IS 'folder and name of the file';
COMMENT ON COLUMN schema_migration.sha256 IS 'hash of its text when it ran';
COMMENT ON COLUMN schema_migration.applied_at IS 'when it ran last';

COMMENT ON TABLE document IS 'one row per document that a source lists, or listed last: a file at a place';
COMMENT ON COLUMN document.document_no IS 'internal number';
COMMENT ON COLUMN document.document_id IS 'public id, made of collection and path: stays when the content changes';
COMMENT ON COLUMN document.collection IS 'name under which a source was ingested; searches filter by it';
COMMENT ON COLUMN document.source_root IS 'folder or bucket that lists it';
COMMENT ON COLUMN document.source_uri IS 'path below the source root';
COMMENT ON COLUMN document.partition_key IS 'key of its Dagster partition: collection and path, escaped';
COMMENT ON COLUMN document.size_bytes IS 'size as listed';
COMMENT ON COLUMN document.modified_at IS 'time of change as listed; null where the source has none';
COMMENT ON COLUMN document.etag IS 'etag as listed; null where the source has none';
COMMENT ON COLUMN document.change_mark IS 'size, time and etag in one: it changes when the bytes may have';
COMMENT ON COLUMN document.content_sha256 IS 'SHA-256 of the bytes as read last; null before the first read';
COMMENT ON COLUMN document.added_at IS 'when it was listed first';
COMMENT ON COLUMN document.changed_at IS 'when its change mark last changed';

COMMENT ON TABLE content IS 'one row per distinct content: what a first look at the bytes says';
COMMENT ON COLUMN content.content_sha256 IS 'SHA-256 of the bytes';
COMMENT ON COLUMN content.mime_type IS 'format by content';
COMMENT ON COLUMN content.num_pages IS 'pages or slides; null where the format has none';
COMMENT ON COLUMN content.preview IS 'metadata, and text and statistics of the first two pages; page images are named by hash';
COMMENT ON COLUMN content.created_at IS 'when it was read first';

COMMENT ON TABLE classification IS 'one row per (content, file name, classifier): the structure label and the written title';
COMMENT ON COLUMN classification.classification_id IS 'hash of what it was made from';
COMMENT ON COLUMN classification.layout IS 'vertical (report-like) or horizontal (slide-like)';
COMMENT ON COLUMN classification.reasoning IS 'why, in a sentence';
COMMENT ON COLUMN classification.title IS 'the written title; it stands in front of every heading path';
COMMENT ON COLUMN classification.provider IS 'who classified: local, or a model';
COMMENT ON COLUMN classification.created_at IS 'when it was made';

COMMENT ON TABLE parse IS 'one row per (content, parser fingerprint): what a parser made of some bytes';
COMMENT ON COLUMN parse.parse_id IS 'hash of content and fingerprint';
COMMENT ON COLUMN parse.content_sha256 IS 'SHA-256 of the bytes';
COMMENT ON COLUMN parse.parser_fingerprint IS 'hash of the parser''s version, models and settings';
COMMENT ON COLUMN parse.output_sha256 IS 'hash of what later stages read of it: an equal one stops the cascade';
COMMENT ON COLUMN parse.num_pages IS 'pages; 0 where the format has none';
COMMENT ON COLUMN parse.warnings IS 'what is missing and why, one line each';
COMMENT ON COLUMN parse.seconds IS 'wall seconds by step: layout, ocr, table_structure, ...';
COMMENT ON COLUMN parse.created_at IS 'when it was stored';

COMMENT ON TABLE page IS 'one row per page or slide of a parse';
COMMENT ON COLUMN page.parse_id IS 'the parse';
COMMENT ON COLUMN page.page_no IS 'physical page, from 1';
COMMENT ON COLUMN page.width_pt IS 'width in points (1/72 inch)';
COMMENT ON COLUMN page.height_pt IS 'height in points';
COMMENT ON COLUMN page.text IS 'reading text with placeholders, without page headers and footers';
COMMENT ON COLUMN page.image_sha256 IS 'its image among the blobs; null when it was not rendered';
COMMENT ON COLUMN page.is_ocr IS 'whether the text was recognised from the image';
COMMENT ON COLUMN page.num_layer_tokens IS 'tokens of the page''s own text layer';
COMMENT ON COLUMN page.num_lost_tokens IS 'how many of them reached no block, table, picture or furniture';
COMMENT ON COLUMN page.num_layer_numbers IS 'numbers of the page''s own text layer';
COMMENT ON COLUMN page.num_lost_numbers IS 'how many of them reached no block, table, picture or furniture';

COMMENT ON TABLE block IS 'one row per paragraph, heading, list item, placeholder or furniture line, in reading order';
COMMENT ON COLUMN block.parse_id IS 'the parse';
COMMENT ON COLUMN block.ordinal IS 'position in reading order, from 0';
COMMENT ON COLUMN block.kind IS
    'heading, text, list_item, caption, footnote, code, formula; table and picture (placeholders); page_header and page_footer (furniture)';
COMMENT ON COLUMN block.text IS 'its text; a placeholder for a table or picture';
COMMENT ON COLUMN block.page_no IS 'its page; null where the format has none';
COMMENT ON COLUMN block.bbox IS '[left, top, right, bottom] in points from the top left corner; null where unknown';
COMMENT ON COLUMN block.level IS 'of a heading, 1 is the highest; null otherwise';

COMMENT ON TABLE table_artifact IS 'one row per table of a parse';
COMMENT ON COLUMN table_artifact.parse_id IS 'the parse';
COMMENT ON COLUMN table_artifact.ordinal IS 'number in the document, from 1: the placeholder is <<table_N>>';
COMMENT ON COLUMN table_artifact.artifact_sha256 IS 'hash of caption and markdown: equal tables share their description';
COMMENT ON COLUMN table_artifact.page_no IS 'page on which it starts; null where the format has none';
COMMENT ON COLUMN table_artifact.bbox IS '[left, top, right, bottom] in points from the top left corner; null where unknown';
COMMENT ON COLUMN table_artifact.caption IS 'its caption, or empty';
COMMENT ON COLUMN table_artifact.num_rows IS 'rows of its grid, headings included';
COMMENT ON COLUMN table_artifact.num_cols IS 'columns of its grid';
COMMENT ON COLUMN table_artifact.cells IS 'its cells: [{text, row_start, row_end, col_start, col_end, is_header, bbox}], ends exclusive';
COMMENT ON COLUMN table_artifact.markdown IS 'the table as markdown, merged cells repeated';

COMMENT ON TABLE picture_artifact IS 'one row per picture, chart or diagram of a parse';
COMMENT ON COLUMN picture_artifact.parse_id IS 'the parse';
COMMENT ON COLUMN picture_artifact.ordinal IS 'number in the document, from 1: the placeholder is <<picture_N>>';
COMMENT ON COLUMN picture_artifact.artifact_sha256 IS 'hash of caption, texts and image: equal pictures share their description';
COMMENT ON COLUMN picture_artifact.page_no IS 'its page; null where the format has none';
COMMENT ON COLUMN picture_artifact.bbox IS '[left, top, right, bottom] in points from the top left corner; null where unknown';
COMMENT ON COLUMN picture_artifact.caption IS 'its caption, or empty';
COMMENT ON COLUMN picture_artifact.text IS 'labels and numbers inside the picture, in reading order';
COMMENT ON COLUMN picture_artifact.chart_markdown IS 'values of a native chart as a markdown table, or empty';
COMMENT ON COLUMN picture_artifact.image_sha256 IS 'its crop among the blobs; null when it was not rendered';
COMMENT ON COLUMN picture_artifact.width_px IS 'width of the crop in pixels';
COMMENT ON COLUMN picture_artifact.height_px IS 'height of the crop in pixels';

COMMENT ON TABLE description IS 'one row per described table, picture or slide and way of describing it';
COMMENT ON COLUMN description.artifact_sha256 IS 'hash of what is described';
COMMENT ON COLUMN description.describer IS 'hash of prompt, model and parameters';
COMMENT ON COLUMN description.kind IS 'table, picture or slide';
COMMENT ON COLUMN description.artifact_class IS 'what it is: Table, Chart, Logo, Blank, ...';
COMMENT ON COLUMN description.text IS 'the description';
COMMENT ON COLUMN description.created_at IS 'when it was made';

COMMENT ON TABLE parse_description IS 'one row per (parse, describer, artifact): which description answers for which table, picture or slide';
COMMENT ON COLUMN parse_description.parse_id IS 'the parse';
COMMENT ON COLUMN parse_description.describer IS 'the way of describing';
COMMENT ON COLUMN parse_description.kind IS 'table, picture or slide';
COMMENT ON COLUMN parse_description.ordinal IS 'number of the table or picture in the parse, page number of a slide';
COMMENT ON COLUMN parse_description.artifact_sha256 IS 'hash of what is described';

COMMENT ON TABLE embedding_space IS 'one row per space that vectors or an index were made in';
COMMENT ON COLUMN embedding_space.space IS 'model and precision; only vectors of one space compare';
COMMENT ON COLUMN embedding_space.dimensions IS 'numbers in every vector of the space, for good';
COMMENT ON COLUMN embedding_space.created_at IS 'when it was seen first';

COMMENT ON TABLE search_index IS 'one row per index: a variant, its chunk parameters, its embedding space, its text-search settings';
COMMENT ON COLUMN search_index.index_no IS 'internal number; the search tables of the index end in it';
COMMENT ON COLUMN search_index.index_name IS 'its name';
COMMENT ON COLUMN search_index.variant IS 'how chunks are made: tcte, pcmhe, tcmie, text_only, colpali or visrag';
COMMENT ON COLUMN search_index.chunk_params IS 'parameters of the chunker';
COMMENT ON COLUMN search_index.space IS 'space of its vectors';
COMMENT ON COLUMN search_index.dimensions IS 'numbers in each of its vectors';
COMMENT ON COLUMN search_index.k1 IS 'BM25: how soon repetitions of a term stop to count';
COMMENT ON COLUMN search_index.b IS 'BM25: how much the length of a chunk counts, 0 to 1';
COMMENT ON COLUMN search_index.created_at IS 'when it was made';

COMMENT ON TABLE index_alias IS 'one row per name that users say, and the index that answers to it';
COMMENT ON COLUMN index_alias.alias IS 'the name';
COMMENT ON COLUMN index_alias.index_no IS 'the index';

COMMENT ON TABLE chunk_set IS 'one row per (document, parse, descriptions, title, chunk parameters): an immutable set of chunks';
COMMENT ON COLUMN chunk_set.chunk_set_id IS 'hash of what it was made from';
COMMENT ON COLUMN chunk_set.document_no IS 'the document';
COMMENT ON COLUMN chunk_set.parse_id IS 'the parse';
COMMENT ON COLUMN chunk_set.output_sha256 IS 'hash of all its chunks';
COMMENT ON COLUMN chunk_set.num_chunks IS 'how many chunks it has';
COMMENT ON COLUMN chunk_set.created_at IS 'when it was stored';

COMMENT ON TABLE chunk IS 'one row per chunk, live or not: the view live_chunk has those that answer';
COMMENT ON COLUMN chunk.chunk_no IS 'internal number, contiguous inside a set in reading order';
COMMENT ON COLUMN chunk.chunk_set_id IS 'the set';
COMMENT ON COLUMN chunk.ordinal IS 'position in reading order, from 0';
COMMENT ON COLUMN chunk.chunk_id IS 'public id: stays while text and place stay';
COMMENT ON COLUMN chunk.kind IS 'text, table, picture, slide, or page: the image of a page';
COMMENT ON COLUMN chunk.text IS 'what a reader sees: text with placeholders, or a description';
COMMENT ON COLUMN chunk.headings IS 'document title, then the headings above it';
COMMENT ON COLUMN chunk.lexical_text IS 'what BM25 sees: heading path, text, for a table its cells';
COMMENT ON COLUMN chunk.locators IS 'places: [{page, bbox [left, top, right, bottom], unit, origin}] or [{char_start, char_end}]';
COMMENT ON COLUMN chunk.page_nos IS 'pages on which it stands, ascending; empty where the format has none';
COMMENT ON COLUMN chunk.num_tokens IS 'length in tokens of the embedder';
COMMENT ON COLUMN chunk.artifact_ordinal IS 'number of the table or picture that it describes, or of the page that it shows';
COMMENT ON COLUMN chunk.parent_ordinal IS 'ordinal of the text chunk that holds the placeholder of that table or picture, or the text of that page';

COMMENT ON TABLE chunk_input IS 'one row per input that is embedded for a chunk: one or several';
COMMENT ON COLUMN chunk_input.chunk_no IS 'the chunk';
COMMENT ON COLUMN chunk_input.part IS 'number of the input, from 0';
COMMENT ON COLUMN chunk_input.input_sha256 IS 'hash of the text, or of the parts; the key of its vector in embedding';
COMMENT ON COLUMN chunk_input.text IS 'heading path and text, never longer than the embedder''s window; empty for an image alone';
COMMENT ON COLUMN chunk_input.parts IS 'NULL for a text alone, else texts and images in order: [["text", text], ["image", hash of the blob]]';

COMMENT ON TABLE embedding IS 'one row per (space, embedded text): the vector, reused across versions and documents';
COMMENT ON COLUMN embedding.space IS 'model and precision';
COMMENT ON COLUMN embedding.input_sha256 IS 'hash of the text';
COMMENT ON COLUMN embedding.vector IS 'the vector as the model gave it, float32';
COMMENT ON COLUMN embedding.created_at IS 'when it was stored';

COMMENT ON TABLE stage_state IS 'one row per (document, stage, index): what the stage did last';
COMMENT ON COLUMN stage_state.document_no IS 'the document';
COMMENT ON COLUMN stage_state.stage IS 'documents, classifications, pages, descriptions, chunks, embeddings or search_index';
COMMENT ON COLUMN stage_state.index_no IS 'the index; 0 for stages that all indexes share';
COMMENT ON COLUMN stage_state.status IS 'done or failed';
COMMENT ON COLUMN stage_state.fingerprint IS 'hash of what the stage was and what it read at the last attempt';
COMMENT ON COLUMN stage_state.outputs IS 'named hashes that later stages read, of the last success';
COMMENT ON COLUMN stage_state.done_fingerprint IS 'fingerprint of the last success; null when there was none';
COMMENT ON COLUMN stage_state.attempts IS 'attempts with this fingerprint in a row';
COMMENT ON COLUMN stage_state.error_class IS 'kind of the error; null when done';
COMMENT ON COLUMN stage_state.error IS 'the error in one line; null when done';
COMMENT ON COLUMN stage_state.is_transient IS 'whether the next ingestion tries again by itself';
COMMENT ON COLUMN stage_state.seconds IS 'wall seconds of the last attempt';
COMMENT ON COLUMN stage_state.calls IS 'what the last attempt called and how often: {"parse": 1}';
COMMENT ON COLUMN stage_state.finished_at IS 'when the last attempt ended';

COMMENT ON TABLE index_document IS 'one row per document that answers in an index, with what it adds to the statistics';
COMMENT ON COLUMN index_document.index_no IS 'the index';
COMMENT ON COLUMN index_document.document_no IS 'the document';
COMMENT ON COLUMN index_document.chunk_set_id IS 'the chunk set that answers for it, one of its own';
COMMENT ON COLUMN index_document.publisher IS 'version of what computed the live rows: text normalisation and statements';
COMMENT ON COLUMN index_document.num_chunks IS 'chunks';
COMMENT ON COLUMN index_document.num_lexical IS 'chunks with at least one term';
COMMENT ON COLUMN index_document.total_length IS 'sum of their lengths in lexemes';
COMMENT ON COLUMN index_document.num_vectors IS 'vectors: one per part of a chunk';
COMMENT ON COLUMN index_document.num_postings IS 'postings: one per chunk and distinct term';
COMMENT ON COLUMN index_document.published_at IS 'since when the chunk set answers';

COMMENT ON TABLE index_stat IS 'one row per index: sums over index_document, right after every transaction';
COMMENT ON COLUMN index_stat.index_no IS 'the index';
COMMENT ON COLUMN index_stat.num_documents IS 'documents that answer';
COMMENT ON COLUMN index_stat.num_chunks IS 'their chunks';
COMMENT ON COLUMN index_stat.num_lexical IS 'their chunks with at least one term';
COMMENT ON COLUMN index_stat.total_length IS 'sum of the lengths of those in lexemes';
COMMENT ON COLUMN index_stat.num_vectors IS 'their vectors';

COMMENT ON COLUMN lexical_stat.index_no IS 'the index';
COMMENT ON COLUMN lexical_stat.text_config IS 'text-search configuration of its documents';

COMMENT ON TABLE vector_row IS 'one row per embedded part of a live chunk, partitioned by index';
COMMENT ON COLUMN vector_row.index_no IS 'the index';
COMMENT ON COLUMN vector_row.document_no IS 'the document: for filters and removal';
COMMENT ON COLUMN vector_row.chunk_no IS 'the chunk';
COMMENT ON COLUMN vector_row.part IS 'number of the part, from 0; the best part ranks its chunk';
COMMENT ON COLUMN vector_row.embedding IS 'the vector in half precision';

COMMENT ON SEQUENCE term_id_seq IS 'numbers of terms, drawn by new terms only';
COMMENT ON TABLE term IS 'one row per term of an index, partitioned by index';
COMMENT ON COLUMN term.term_id IS 'its number';
COMMENT ON COLUMN term.index_no IS 'the index';
COMMENT ON COLUMN term.df IS 'live chunks that hold it, never 0';
COMMENT ON COLUMN term.term IS 'the term: normalised and stemmed';

COMMENT ON TABLE posting IS 'one row per distinct term of a live chunk, partitioned by index';
COMMENT ON COLUMN posting.term_id IS 'the term';
COMMENT ON COLUMN posting.chunk_no IS 'the chunk';
COMMENT ON COLUMN posting.document_no IS 'its document: for filters and removal';
COMMENT ON COLUMN posting.index_no IS 'the index';
COMMENT ON COLUMN posting.tf IS 'how often the term stands in the chunk, at most 32767';
COMMENT ON COLUMN posting.dl IS 'lexemes of the chunk, at most 32767';

COMMENT ON TABLE impact_block IS
    'one row per block of up to 2000 chunks, which BM25 scores as one, and text-search configuration of its chunks';
COMMENT ON COLUMN impact_block.index_no IS 'the index';
COMMENT ON COLUMN impact_block.block_no IS 'number of the block in the index';
COMMENT ON COLUMN impact_block.text_config IS 'text-search configuration';
COMMENT ON COLUMN impact_block.num_chunks IS 'chunks that went into the block; those that are live have a row in impact_slot';
COMMENT ON COLUMN impact_block.k1 IS 'k1 of BM25 that the impacts were computed with';
COMMENT ON COLUMN impact_block.b IS 'b of BM25 that the impacts were computed with';
COMMENT ON COLUMN impact_block.avgdl IS 'mean length of chunks in lexemes that the impacts were computed with';

COMMENT ON TABLE impact IS 'one row per term and block, partitioned by index: what the term adds to the scores of the chunks at most';
COMMENT ON COLUMN impact.term_id IS 'the term';
COMMENT ON COLUMN impact.index_no IS 'the index';
COMMENT ON COLUMN impact.block_no IS 'the block';
COMMENT ON COLUMN impact.idf IS 'idf of the term that the impacts were computed with';
COMMENT ON COLUMN impact.c1 IS 'k1 * b / avgdl that the impacts were computed with';
COMMENT ON COLUMN impact.impacts IS 'what the term adds at most to the scores of the chunks in each slot, nothing where it is in none of them';

COMMENT ON TABLE impact_slot IS 'one row per live chunk in a block of impacts, partitioned by index';
COMMENT ON COLUMN impact_slot.chunk_no IS 'the chunk';
COMMENT ON COLUMN impact_slot.document_no IS 'its document: for removal';
COMMENT ON COLUMN impact_slot.index_no IS 'the index';
COMMENT ON COLUMN impact_slot.block_no IS 'the block';
COMMENT ON COLUMN impact_slot.slot IS 'which element of the vectors in impact is the chunk''s and its neighbour''s, from 1';

COMMENT ON TABLE model_call IS 'one row per reply of a model that answers an equal request again';
COMMENT ON COLUMN model_call.request_sha256 IS 'hash of endpoint, model, messages with image hashes, schema and parameters';
COMMENT ON COLUMN model_call.job IS 'what the model was asked for: classify, title, table, picture, slide, answer, ...';
COMMENT ON COLUMN model_call.endpoint IS 'address of the API';
COMMENT ON COLUMN model_call.model IS 'name of the model';
COMMENT ON COLUMN model_call.response IS 'what it said';
COMMENT ON COLUMN model_call.finish_reason IS 'stop, or length when it was cut at the limit of output tokens';
COMMENT ON COLUMN model_call.num_documents IS 'documents that the request was made from; the reply goes when one of them is forgotten';
COMMENT ON COLUMN model_call.input_tokens IS 'tokens of the request as the provider counts; null where it does not say';
COMMENT ON COLUMN model_call.cached_tokens IS 'how many of them the provider had cached; null where it does not say';
COMMENT ON COLUMN model_call.output_tokens IS 'tokens of the reply; null where the provider does not say';
COMMENT ON COLUMN model_call.seconds IS 'wall seconds of the call';
COMMENT ON COLUMN model_call.cost_usd IS 'its price; null where the price of the model is not known';
COMMENT ON COLUMN model_call.created_at IS 'when it was made';

COMMENT ON TABLE model_call_document IS 'one row per (reply, document that it served)';
COMMENT ON COLUMN model_call_document.request_sha256 IS 'the reply';
COMMENT ON COLUMN model_call_document.document_no IS 'the document';

COMMENT ON TABLE model_spend IS 'one row per (day, job, endpoint, model): the calls that were really made, forgotten ones too';
COMMENT ON COLUMN model_spend.day IS 'day in UTC';
COMMENT ON COLUMN model_spend.job IS 'what the model was asked for';
COMMENT ON COLUMN model_spend.endpoint IS 'address of the API';
COMMENT ON COLUMN model_spend.model IS 'name of the model';
COMMENT ON COLUMN model_spend.num_calls IS 'calls that were answered, of use or not; replies that were taken from model_call are not counted';
COMMENT ON COLUMN model_spend.num_failed IS 'tries that failed: too many calls, server errors, timeouts, no connection';
COMMENT ON COLUMN model_spend.num_unpriced IS 'how many of num_calls have no known price';
COMMENT ON COLUMN model_spend.input_tokens IS 'tokens of the requests, where the provider counts them';
COMMENT ON COLUMN model_spend.cached_tokens IS 'how many of them the provider had cached';
COMMENT ON COLUMN model_spend.output_tokens IS 'tokens of the replies, where the provider counts them';
COMMENT ON COLUMN model_spend.seconds IS 'wall seconds of the calls, summed; calls overlap';
COMMENT ON COLUMN model_spend.cost_usd IS 'price of the calls without the unpriced ones';

COMMENT ON TABLE model_rate IS 'one row per (endpoint, model) with a limit: what all processes together may still call';
COMMENT ON COLUMN model_rate.endpoint IS 'address of the API';
COMMENT ON COLUMN model_rate.model IS 'name of the model';
COMMENT ON COLUMN model_rate.requests_left IS 'requests that may start at updated_at; below 0 some wait for their turn';
COMMENT ON COLUMN model_rate.tokens_left IS 'tokens that may be sent at updated_at; below 0 some wait for their turn';
COMMENT ON COLUMN model_rate.paused_until IS 'the provider asked for silence until then';
COMMENT ON COLUMN model_rate.updated_at IS 'when somebody took from it last';

COMMENT ON TABLE keyword IS 'one row per word that tells a live document apart: of its file name, its title, or the beginning of its text';
COMMENT ON COLUMN keyword.index_no IS 'the index';
COMMENT ON COLUMN keyword.document_no IS 'the document';
COMMENT ON COLUMN keyword.term IS 'the word as a term of the text-search configuration of the document';
COMMENT ON COLUMN keyword.weight IS '1 for file name and title, half for the beginning of the text';
