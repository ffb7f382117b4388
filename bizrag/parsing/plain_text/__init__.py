"""Plain text: paragraphs, headings, and tables whose columns only blanks line up."""
