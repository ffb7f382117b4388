"""The text layer of a PDF as pdfium knows it: words, letters, fonts, and what was filled in over it."""
