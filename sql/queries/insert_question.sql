-- A line of the log of questions.
INSERT INTO question_log (principal, role, action, index_name, filters, question, document_ids, abstained, error_class, seconds)
VALUES (:principal, :role, :action, :index_name, CAST(:filters AS jsonb), :question, CAST(:document_ids AS text[]), :abstained,
        :error_class, :seconds);
