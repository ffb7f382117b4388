"""What abbreviations stand for in a document. Pure.

It defines them ("recovery time objective (RTO)"; Schwartz and Hearst, "A simple algorithm for identifying abbreviation
definitions in biomedical text", 2003), or shows them by initials. Those that everybody uses are in ``model``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from bizrag.answering.statements.legends import legend_entries

# "RTO", "SaaS", "FTEs"; a definition holds no more words than letters and two
_SHORT = re.compile(r"[A-Z][A-Za-z]{0,6}[A-Z]s?")
_DEFINED = re.compile(r" \(([A-Z][A-Za-z]{0,6}[A-Z])s?\)")
_MOST_MORE_WORDS, _CHARS_BEFORE = 2, 150
# where a sentence or a phrase ends, what is before it is not spelled out
_BREAK = re.compile(r"[.,;:()\n]")


def with_defined(question: str, texts: Iterable[str]) -> str:
    """A question followed by what its abbreviations stand for in some texts, and by the abbreviations of what it spells
    out. One that no text says is taken for the initials of words in capitals.

    >>> with_defined("What is the RTO?", ["The recovery time objective (RTO) is four hours."])
    'What is the RTO? recovery time objective'
    >>> with_defined("How long is the recovery time objective?", ["The recovery time objective (RTO) is set yearly."])
    'How long is the recovery time objective? RTO'
    >>> with_defined("When was the AI Act issued?", ["The Artificial Intelligence Act", "an air inlet"])
    'When was the AI Act issued? Artificial Intelligence'
    """
    asked = {one.rstrip("s") for one in re.findall(r"[\w&]+", question) if _SHORT.fullmatch(one)}
    read = "\n".join(texts)
    defined = dict(_definitions(read)) | dict(legend_entries(read))
    plain = question.casefold()
    other = [long for short, long in defined.items() if short in asked and long.casefold() not in plain]
    other += [short for short, long in defined.items() if short not in asked and long.casefold() in plain]
    unsaid = (short for short in sorted(asked - defined.keys()) if not re.search(rf"\b{short}", read))
    other += [long for short in unsaid if (long := _spelled_in_capitals(short, read)) is not None]
    return " ".join([question, *dict.fromkeys(other)])


def _definitions(text: str) -> Iterator[tuple[str, str]]:
    """Abbreviations with the words right before them that have their letters in this order, from the last on."""
    for found in _DEFINED.finditer(text):
        short = found[1]
        before = _BREAK.split(text[max(0, found.start() - _CHARS_BEFORE) : found.start()])[-1]
        candidates = before.split()[-(len(short) + _MOST_MORE_WORDS) :]
        if (long := _shortest(short.casefold(), " ".join(candidates))) is not None:
            yield short, long


def _shortest(short: str, words: str) -> str | None:
    """The shortest end of some words that has all letters in order, the first of them at the beginning of a word."""
    place = len(words)
    for number, letter in reversed(list(enumerate(short))):
        place -= 1
        while place >= 0 and not (
            words[place].casefold() == letter and (number > 0 or place == 0 or not words[place - 1].isalnum())
        ):
            place -= 1
        if place < 0:
            return None
    long = words[place:]
    return long if len(long.split()) > 1 else None


def _spelled_in_capitals(short: str, text: str) -> str | None:
    """The words in capitals that follow each other and begin with these letters: of several the most frequent."""
    if not short.isupper():
        return None
    found = Counter(
        " ".join(words)
        for words in re.findall(r"\b" + r"\s+".join(rf"({letter}\w+)" for letter in short) + r"\b", text)
    )
    return found.most_common(1)[0][0] if found else None
