"""Diagrams as sentences: which box leads to which, told from what is drawn between them. Words and pixels in, no files.

``reader`` is the door; the other modules are pure.
"""
