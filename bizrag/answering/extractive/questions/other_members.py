"""A member of a family that nothing was read of: "Alvora Iberia", where Alvora Polska and Alvora Nordic were. Pure.

Its name is half that of others, which would answer in its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.questions.unmentioned import read_texts
from bizrag.answering.languages import has_capital_nouns
from bizrag.model.answers import Passage
from bizrag.model.periods import MONTHS
from bizrag.model.terms import is_year, terms

# "Alvora Iberia", "Solvex 60": a name and what tells the member
_MEMBER = re.compile(
    r"(?<![\w.-])(?P<name>[A-Z][\w&-]*[a-z][\w&-]*) (?P<own>[A-Z][\w&-]+|[A-Z]\b(?!\.)|\d{1,4}\b(?![.,:/%]\d| ?%))"
)
# others of the family are read, so many at least
_MIN_OTHERS = 2
# parts of documents, forms and times are counted: that one was not read says nothing
_COUNTED_WORDS = """
    section chapter article page table figure step part annex appendix phase item question level version clause rule
    schedule exhibit note form class type tier stage grade band zone group unit room floor building line lot day week
    month quarter year fiscal round volume number no the in on at for of and or what which who when where how why is are
    was were do does did has have had can under with from to by mr mrs ms dr prof st
"""
_COUNTED = frozenset(_COUNTED_WORDS.split()) | frozenset(part for month in MONTHS for part in (month, month[:3]))
# words that begin alike are one name in two languages: "Poland", "Polska"
_ALIKE = 3


def unmentioned_member(question: str, passages: Sequence[Passage]) -> str:
    """The name in a question whose first part others have with another second part, which nothing that was read says;
    empty without one.
    """
    if has_capital_nouns(question) or _MEMBER.search(question) is None:
        return ""
    texts = " ".join(" ".join(text.split()) for text in read_texts(passages)).replace("_", " ")
    read = set(terms(texts))
    for found in _MEMBER.finditer(question):
        name, own = found["name"].removesuffix("'s"), found["own"]
        if name.casefold() in _COUNTED or is_year(own) or not _is_name(name, texts):
            continue
        if own.isdigit() is False and not read.isdisjoint(terms(own)):
            continue
        others = {
            other.casefold()
            for other in re.findall(
                rf"(?<!\w){re.escape(name)} ([A-Z][\w&-]+|[A-Z]\b|\d{{1,4}}\b(?![.,:/%]\d| ?%))", texts
            )
            if other.isdigit() is own.isdigit() and not is_year(other) and (len(own) > 1 or len(other) == 1)
        }
        # a letter tells one member from the only other: "Solvex R"
        if own.casefold() in others or len(others) < (_MIN_OTHERS if len(own) > 1 or own.isdigit() else 1):
            continue
        if not any(other[:_ALIKE] == own.casefold()[:_ALIKE] for other in others if not own.isdigit()):
            return f"{name} {own}"
    return ""


def _is_name(name: str, texts: str) -> bool:
    """Whether a word has a capital wherever it was read."""
    return re.search(rf"(?<!\w){re.escape(name.casefold())}(?!\w)", texts) is None
