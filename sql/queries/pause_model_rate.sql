-- The provider wants no call of any process for some seconds.
UPDATE model_rate
SET paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => :seconds))
WHERE endpoint = :endpoint AND model = :model;
