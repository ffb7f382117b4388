"""The local answerer: no model writes, statements of the passages are chosen, reckoned with and cited.

``answerer`` is the door. What is told from rows and columns is in ``tables``.
"""
