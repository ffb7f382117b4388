-- Where documents come from, by number.
SELECT d.document_no, d.source_uri FROM document d WHERE d.document_no = ANY (CAST(:documents AS bigint[]));
