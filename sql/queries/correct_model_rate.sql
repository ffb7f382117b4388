-- Give back tokens that were taken and not used, or take what was used beyond (negative).
UPDATE model_rate SET tokens_left = tokens_left + :tokens WHERE endpoint = :endpoint AND model = :model;
