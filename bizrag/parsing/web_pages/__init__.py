"""HTML and Markdown made fit for reading."""
