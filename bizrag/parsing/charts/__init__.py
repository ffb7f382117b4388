"""Charts as tables: what is drawn or printed of a chart becomes names and values. Words and shapes in, no files.

``reader`` is the door; the other modules are pure.
"""
