"""Lists, steps and their items: told whole, counted, or the one that a question names."""
