"""Other names of what a question asks for, where the documents give both: "Operating profit (EBIT)". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bizrag.answering.terms import terms

# "Operating profit (EBIT)", "service level agreement (SLA)"; the long form is what stands before, back to a mark
_NAMED_TWICE = re.compile(r"(?P<long>[^\W\d_][\w&/'’ -]{3,50}?) ?\((?P<short>[A-Z][A-Za-z&]{1,7}|[A-Z]{2,})\)")
# words of the long form, counted from its end
_MAX_LONG_WORDS = 5


def with_aliases(question: str, texts: Iterable[str]) -> str:
    """The question, and behind it the short forms of what it names, or the long forms of what it abbreviates.

    >>> with_aliases("Which segment has the most operating profit?", ["Operating profit (EBIT): 2024 31."])
    'Which segment has the most operating profit? EBIT'
    >>> with_aliases("What is the SLA for P1?", ["see the service level agreement (SLA)"])
    'What is the SLA for P1? service level agreement'
    """
    asked = terms(question)
    found: dict[str, None] = {}
    for text in texts:
        if "(" not in text:
            continue
        for match in _NAMED_TWICE.finditer(text):
            long, short = _long_form(match["long"], match["short"], set(asked)), match["short"]
            if long and not set(terms(short)) & set(asked):
                found[short] = None
            elif not long and short in question.split() and (spelt := _spelt(match["long"], short)):
                found[spelt] = None
    return " ".join((question, *found))


def _long_form(long: str, short: str, asked: set[str]) -> bool:
    """Whether a question names what stands before a short form: the whole of it, or its last words that it is short for."""
    whole = set(terms(long))
    if len(whole) > 1 and whole <= asked:
        return True
    spelt = _spelt(long, short)
    return bool(spelt) and set(terms(spelt)) <= asked


def _spelt(long: str, short: str) -> str:
    """The last words of a text whose first letters a short form has; empty where it has others."""
    letters = [letter for letter in short if letter.isupper()]
    words = re.findall(r"[\w’']+", long)[-len(letters) :]
    is_spelt = 1 < len(letters) == len(words) <= _MAX_LONG_WORDS
    return " ".join(words) if is_spelt and [word[0].upper() for word in words] == letters else ""
