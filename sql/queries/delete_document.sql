-- Forget that a document exists; its states and chunk sets go with it.
DELETE FROM document WHERE document_no = :document_no;
