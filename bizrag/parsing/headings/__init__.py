"""Which lines are headings, and of which level."""
