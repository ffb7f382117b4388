"""Statements: what passages say, piece by piece, and what kind of thing a question asks of them. Pure."""
