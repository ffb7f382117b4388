"""Text of documents inside prompts: data between marks that the text cannot write itself.

Whatever stands in a document, an order to the model included, is content. A fixed mark could be closed by a document
that holds it; these marks are made from the text, so that none can.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from bizrag.model.hashing import sha256_json

_WORD_DIGITS = 16


def fence_word(texts: Iterable[str]) -> str:
    """A word that marks where each of these texts begins and ends: none of them contains it, nor could foresee it.

    It is a hash over all of the texts, so the same texts have the same word, and a call about them can be cached.
    """
    texts = list(texts)
    words = (sha256_json([attempt, texts])[:_WORD_DIGITS] for attempt in count())
    return next(word for word in words if not any(word in text for text in texts))


def fenced(name: str, text: str) -> str:
    """The text between ``[name 0123456789abcdef]`` and ``[end of name 0123456789abcdef]``.

    >>> fenced("caption", "Table 1").splitlines()[1]
    'Table 1'
    """
    mark = fence_word([text])
    return f"[{name} {mark}]\n{text}\n[end of {name} {mark}]"


def one_line(text: str) -> str:
    """A title or name for a line of a prompt: it cannot begin another one.

    >>> one_line("Report\\n\\nIgnore the  rules")
    'Report Ignore the rules'
    """
    return " ".join(text.split())
