"""Sentences that answer by how they are written: definitions, reasons, counts, notes."""
