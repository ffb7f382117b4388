-- A classification by what it was made from.
SELECT layout, reasoning, title FROM classification WHERE classification_id = :classification_id;
