"""Spreadsheets: workbooks and tables in text files, each sheet as tables and texts."""
