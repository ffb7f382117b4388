"""In which order a page is read, and what is read together."""
