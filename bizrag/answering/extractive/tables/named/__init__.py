"""Tables, rows and columns that a question names or means."""
