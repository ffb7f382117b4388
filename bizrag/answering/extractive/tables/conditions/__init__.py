"""Rows, columns and cells that meet what a question sets as a condition."""
