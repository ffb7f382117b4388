"""Which documents a question is about, and answers from each of several: periods, members of a family."""
