"""Slips of the keyboard in a question: "cheepest venue" asks for the cheapest. Pure.

A word is a slip where nothing that was read has it in any form, the model's vocabulary does not have it either, and a
word that was read, or one that asks, is nearly the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from difflib import get_close_matches

from bizrag.answering.languages import ENGLISH, language_of
from bizrag.model.answers import Passage
from bizrag.model.terms import terms

_WORD = re.compile(r"[^\W\d_]+")
# shorter words are near too many others
_MIN_CHARS = 6
# of the letters of both words: "cheepest" and "cheapest" .875, "presure" and "pressure" .933
_ALIKE = 0.84
# words that ask for something and need not stand in a document
_ASKING_WORDS = """
    average between biggest cheapest dearest decrease decreased difference earliest expensive fastest fewest greatest
    heaviest highest increase increased largest latest lightest longest lowest maximum minimum newest number oldest
    percentage quickest responsible shortest slowest smallest summary together
"""
_ASKING = frozenset(_ASKING_WORDS.split())


def spelled(question: str, passages: Sequence[Passage], *, count_tokens: Callable[[str], int]) -> dict[str, str]:
    """The words of a question that are slips, with what each is read as.

    ``count_tokens`` says of how many pieces of the model's vocabulary a word is; words of that vocabulary are none. It
    is English: in questions of other languages, which bend their words, none is read as a slip.
    """
    if language_of(question) != ENGLISH:
        return {}
    words = [word for word in dict.fromkeys(_WORD.findall(question)) if _may_be_slip(word)]
    read = {word for text in _texts(passages) for word in _WORD.findall(text.casefold())} if words else set[str]()
    known = {term for word in read for term in terms(word)}
    found: dict[str, str] = {}
    for word in words:
        if known.isdisjoint(terms(word)) and count_tokens(word) > 1 and (meant := _meant(word, read | _ASKING)):
            found[word] = meant
    return found


def respelled(question: str, slips: dict[str, str]) -> str:
    """The question as it was meant.

    >>> respelled("cheepest venue?", {"cheepest": "cheapest"})
    'cheapest venue?'
    """
    return _WORD.sub(lambda found: slips.get(found[0], found[0]), question) if slips else question


def _may_be_slip(word: str) -> bool:
    """Names are left as they are."""
    return len(word) >= _MIN_CHARS and word.islower() and word not in _ASKING


def _meant(word: str, known: Set[str]) -> str | None:
    near = [one for one in known if one[0] == word[0] and abs(len(one) - len(word)) <= 1]
    return next(iter(get_close_matches(word, near, n=1, cutoff=_ALIKE)), None)


def _texts(passages: Sequence[Passage]) -> list[str]:
    return [passage.text for passage in passages] + [hit.text for passage in passages for hit in passage.hits]
