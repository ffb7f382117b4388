"""Who someone is, or who did something, is told by a name: a sentence without one does not answer. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from bizrag.model.terms import terms
from bizrag.model.words import MONTH

_WHO = r"^\W*(?:(?:by|from|to|for|with) )?whom?"
# who may, must or should do something is told by what they are: "the customer", "managers"
_ASKS = re.compile(
    rf"{_WHO}(?:['’]s\b| (?:is|was|are|were) (?:the|our|your|its|their|his|her)\b| was\b| were\b| did\b"
    r"| (?!(?:is|are|may|can|cannot|could|must|should|will|would|shall|needs?|do|does|has|have|had)\b)\w+)",
    re.IGNORECASE,
)
# who approves trips may be told so, too; who approved one was somebody
_ASKS_WHO_DID = re.compile(
    rf"{_WHO} (?:was|were|did|\w+ed|led|won|wrote|gave|sent|said|made|took|built|drew|held|ran|spoke|became|came|left"
    r"|chose|met|bought|sold|found|taught|drove)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_DAY_OR_MONTH = re.compile(rf"{MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)day", re.IGNORECASE)
# where a sentence or an item begins a capital says nothing; "M. Okafor" begins none
_BEGINS = re.compile(r"(?:^|[^\W_]{2}[.!?]|[•\n]|^\W*\d+[.)])[\s\"“'(*–-]*$")
_BEFORE = 20
# nor does it where a part of a document is named
_PART = re.compile(
    r"(?:Schedule|Clause|Section|Annex|Appendix|Article|Exhibit|Part|Paragraph|Page|Table|Figure|Chapter)s?"
)


def lacks_name(question: str, said: str) -> bool:
    """Whether a question is for someone and a statement names nobody but whom the question names.

    >>> lacks_name("Who chaired the safety committee?", "Minutes of the safety committee of 5 October")
    True
    >>> lacks_name("Who chaired the safety committee?", "Chair: M. Okafor")
    False
    >>> lacks_name("Who may cancel the order?", "The buyer may cancel it.")
    False
    """
    asked = _asked(question)
    if asked is None:
        return False
    words = list(_WORD.finditer(said))
    capitals = [word[0].isupper() and len(word[0]) > 1 for word in words]
    # a title in capitals names nobody
    pairs = [one and other and not said.isupper() for one, other in pairwise([False, *capitals, False])]
    named = [
        asked.isdisjoint(terms(word[0])) and (_is_name(word[0]) or before or after)
        for word, before, after in zip(words, pairs, pairs[1:], strict=False)
    ]
    following = [*named[1:], False]
    return not any(
        is_name and (goes_on or not _BEGINS.search(said[max(0, word.start() - _BEFORE) : word.start()]))
        for word, is_name, goes_on in zip(words, named, following, strict=False)
    )


def asks_who_did(question: str) -> bool:
    """Whether a question is for who did something, or was something.

    >>> asks_who_did("Who approved the trip?"), asks_who_did("Who approves trips?")
    (True, False)
    """
    return _ASKS_WHO_DID.match(question) is not None


@lru_cache(maxsize=64)
def _asked(question: str) -> frozenset[str] | None:
    """The terms of a question for someone, None of another one; asked for each of its statements."""
    return frozenset(terms(question)) if _ASKS.match(question) else None


def _is_name(word: str) -> bool:
    is_capital = word[0].isupper() and not word.isupper()
    return is_capital and not (_DAY_OR_MONTH.fullmatch(word) or _PART.fullmatch(word))
