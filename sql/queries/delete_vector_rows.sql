-- Take a document's vectors out of an index.
DELETE FROM vector_row WHERE index_no = :index_no AND document_no = :document_no;
