"""What a document is, and what its tables, pictures and slides say.

Belongs here: the structure label and written title of a document, and descriptions of its artifacts. The local
describers compute from what parsing found (text, cells, chart values, sizes, places); they state facts and are labelled
``local``.
"""
