SELECT document_no, CAST(text_config AS text) AS text_config FROM index_document WHERE index_no = :index_no;
