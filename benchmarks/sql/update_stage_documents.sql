-- Keep the text-search configuration of a document.
UPDATE benchmark_document SET text_config = CAST(:text_config AS regconfig) WHERE document_no = :document_no;
