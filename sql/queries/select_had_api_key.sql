-- Whether a key was ever made, whatever became of it.
SELECT EXISTS (SELECT FROM api_key);
