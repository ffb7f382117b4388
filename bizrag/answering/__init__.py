"""Answering: from hits to an answer with citations.

Assembly of passages, citation markers, and the answerers behind one port. Nothing is searched here: hits come in,
and what assembly needs besides them is read through one function.
"""
