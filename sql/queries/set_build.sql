-- For the connection, because a concurrent build runs in no transaction; the connection is closed afterwards.
SELECT set_config('maintenance_work_mem', :memory, false), set_config('max_parallel_maintenance_workers', :workers, false);
