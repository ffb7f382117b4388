-- Lines of the log of questions that are older than they are kept.
DELETE FROM question_log WHERE asked_at < now() - make_interval(days => :days);
