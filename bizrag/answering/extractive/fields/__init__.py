"""Fields of forms, letters and bills: names with their values."""
