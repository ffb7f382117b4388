"""Answers from tables and charts: rows that are named, compared, counted, summed or within a limit. Pure."""
