"""Fields of forms, contracts and bills: names with their values."""
