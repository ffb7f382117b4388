"""The report of an evaluation: figures as JSON, tables in a terminal, and a folder with a page and run files."""
