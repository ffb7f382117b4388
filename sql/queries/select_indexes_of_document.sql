-- The indexes in which a document answers.
SELECT index_no FROM index_document WHERE document_no = :document_no;
