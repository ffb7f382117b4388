-- Remove an alias; the index that it meant stays.
DELETE FROM index_alias WHERE alias = :alias;
