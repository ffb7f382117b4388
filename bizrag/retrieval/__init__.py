"""Retrieval: from a question to ranked chunks.

Fusion (pure) and the retriever that embeds the question and runs the store's search. No text is changed and no
answer is written here; SQL stays in the store.
"""
