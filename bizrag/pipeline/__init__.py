"""Ingestion: which stages there are, what must run, and the runner that takes documents through them.

Knows no Dagster: assets call the runner and report what it yields.
"""
