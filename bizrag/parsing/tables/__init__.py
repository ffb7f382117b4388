"""Tables of any reader: their grid, the names of their columns, and how they go on over pages."""
