"""Sentences that answer by how they are written: reasons, consequences, counts, notes."""
