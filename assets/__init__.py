"""Dagster assets: each reads, calls the core, writes and reports. No logic of its own."""
