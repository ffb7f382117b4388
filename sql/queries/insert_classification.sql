-- Keep a classification by what it was made from.
INSERT INTO classification (classification_id, layout, reasoning, title, provider)
VALUES (:classification_id, :layout, :reasoning, :title, :provider)
ON CONFLICT (classification_id) DO NOTHING;
