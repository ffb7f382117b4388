"""Captions, notes and legends: what a page says of its tables and pictures beside them."""
