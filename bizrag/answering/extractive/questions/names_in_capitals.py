"""Names in a question that is typed without capitals: "the ram of the kestrel c280" names the Kestrel C280. Pure.

A word is a name where the texts that were read write it with a capital within their sentences, nearly always.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bizrag.answering.languages import ENGLISH, language_of
from bizrag.model.terms import STOPWORDS

_WORD = re.compile(r"[^\W_]+")
# of what stands within sentences so much has a capital
_SHARE = 0.9
_MIN_CHARS = 3


def with_names(question: str, texts: Iterable[str]) -> str:
    """A question without capitals with those that its names have in the texts; others stay. Words in capitals only are
    short for something and say nothing of the others; who begins with a capital writes names with one, too.

    >>> with_names("how much does mistral logistics pay for the l450?", ["The fee that Mistral Logistics pays, L450."])
    'how much does Mistral Logistics pay for the L450?'
    >>> with_names("fees of Acme for the l450", ["the L450"]), with_names("which fund is it", ["Fund size", "the fund"])
    ('fees of Acme for the l450', 'which fund is it')
    """
    has_names = any(word[0].isupper() and not word.isupper() for word in _WORD.findall(question))
    if has_names or language_of(question) != ENGLISH:
        return question
    words = [word for word in _WORD.findall(question) if word.islower() and _may_name(word)]
    if not words:
        return question
    read = "\n".join(texts)
    written = {word: found for word in words if (found := _with_capital(word, read))}
    names: dict[str, str] = {}
    # "Logistics" may stand behind "Mistral" alone
    before = ""
    for word in _WORD.findall(question):
        if word in written and (before in names or _is_within(written[word], read)):
            names[word] = written[word]
        before = word
    return _WORD.sub(lambda found: names.get(found[0], found[0]), question) if names else question


def _may_name(word: str) -> bool:
    return word[0].isalpha() and len(word) >= _MIN_CHARS and word not in STOPWORDS


def _with_capital(word: str, read: str) -> str:
    """How the texts write a word where it begins no sentence, if that is with a capital; else empty."""
    found = re.findall(rf"(?<=[\w,] )\b{re.escape(word)}\b", read, re.IGNORECASE)
    capital = [one for one in found if one[0].isupper()]
    return capital[0] if capital and len(capital) >= _SHARE * len(found) else ""


def _is_within(name: str, read: str) -> bool:
    """Whether a name stands behind a word without a capital: in titles all words have one."""
    is_code = any(map(str.isdigit, name))
    return is_code or re.search(rf"\b[a-z]+,? {re.escape(name)}\b", read) is not None
