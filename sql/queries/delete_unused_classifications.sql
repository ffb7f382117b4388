-- Classifications that no state names.
DELETE FROM classification c
WHERE NOT EXISTS (SELECT FROM stage_state s WHERE s.stage = 'classifications' AND s.outputs ->> 'classification' = c.classification_id);
