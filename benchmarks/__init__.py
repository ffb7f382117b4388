"""Measurements against public data and against other tools; each prints one JSON object last. Nothing imports them."""
