"""Sections, pages, figures and tables of a document: which one is asked for, and what it says as a whole."""
