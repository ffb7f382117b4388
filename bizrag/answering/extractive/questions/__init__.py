"""What a question says and means: its words for directions, two questions in one, names and codes of other things."""
