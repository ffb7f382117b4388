"""Images of pages and pictures: drawn, looked at, kept."""
