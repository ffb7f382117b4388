"""Reading text from images: engines, lines and letters, and whole scanned pages."""
