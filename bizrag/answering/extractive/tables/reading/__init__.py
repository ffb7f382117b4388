"""What the rows and cells of a table say: labels, columns, numbers, units."""
