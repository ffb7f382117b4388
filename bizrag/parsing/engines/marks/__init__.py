"""Marks that are drawn on a page: boxes to tick, bullets, points of charts."""
