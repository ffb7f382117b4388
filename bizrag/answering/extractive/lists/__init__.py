"""Lists, steps and their items: told whole, or the one that a question names."""
