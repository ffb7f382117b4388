"""What docling-parse reads otherwise than it is printed, mended: letters, their fonts, heights and lines."""
