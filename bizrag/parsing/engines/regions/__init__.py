"""What the regions of a page are: text, tables, pictures, by what the PDF knows and a detector proposes. Pure."""
