"""Dagster resources: typed config in, plain objects of the core out."""
