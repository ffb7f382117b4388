"""What has not been done, in one word of the documents: "not been renovated" is "unrenovated" there. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOT_DONE = re.compile(r"(?:\b(?P<has>has|have|had) )?\bnot (?:yet )?(?:been )?(?P<done>[a-z]{3,}ed)\b", re.IGNORECASE)
_IS = {"has": "is ", "have": "are ", "had": "was "}


def in_one_word(question: str, texts: Iterable[str]) -> str:
    """A question with the one word for what has not been done, where the texts have it.

    >>> in_one_word("What does a house cost that has not been renovated?", ["Detached, unrenovated: 310"])
    'What does a house cost that is unrenovated?'
    >>> in_one_word("Which invoices were not paid or not posted?", ["Unposted invoices"])
    'Which invoices were not paid or unposted?'
    """
    words = {f"un{found['done'].casefold()}" for found in _NOT_DONE.finditer(question)}
    if not words:
        return question
    said = {word for text in texts for word in words if re.search(rf"\b{word}\b", text, re.IGNORECASE)}

    def written(found: re.Match[str]) -> str:
        word = f"un{found['done'].casefold()}"
        return f"{_IS.get((found['has'] or '').casefold(), '')}{word}" if word in said else found[0]

    return _NOT_DONE.sub(written, question)
