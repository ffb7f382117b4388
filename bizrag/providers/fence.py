"""Text of documents inside prompts: data between marks that the text cannot write itself.

Whatever stands in a document, an order to the model included, is content. A fixed mark could be closed by a document
that holds it; these marks are made from the text, so that none can.
"""

from __future__ import annotations

from bizrag.model.hashing import sha256_text

_MARK_DIGITS = 16


def fenced(name: str, text: str) -> str:
    """The text between ``[name 0123456789abcdef]`` and ``[end of name 0123456789abcdef]``.

    The same text has the same marks, so that a call about it can be cached.

    >>> fenced("caption", "Table 1").splitlines()[1]
    'Table 1'
    """
    mark = sha256_text(text)[:_MARK_DIGITS]
    while mark in text:
        mark = sha256_text(mark + text)[:_MARK_DIGITS]
    return f"[{name} {mark}]\n{text}\n[end of {name} {mark}]"
