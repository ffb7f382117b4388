"""The front door: Dagster definitions, the Dagster instance, jobs, and the ``bizrag`` command line."""
