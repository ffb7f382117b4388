"""Entries of a list that begin with their code: which one a question names, and which ones it does not. Pure.

The entries share their words; what tells decision D-30 from D-31 is the code.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.extractive.scoring import Scored
from bizrag.answering.extractive.tables.reading.row_values import is_code
from bizrag.answering.statements.list_items import BULLET
from bizrag.answering.statements.reading import Statement

_WORD = re.compile(r"[^\W_][\w./-]*\w")
_TIME = re.compile(r"(?<![\w:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\w:])")
# "the 95.5 % target", "above 1.20", "EUR 3.5 million": figures, and no numbers of sections
_AMOUNT = re.compile(
    r"(?:[$€£¥] ?|\b(?:above|below|over|under|than|exceed(?:s|ed|ing)?|reach(?:es|ed|ing)?)(?: the)? )\d[\d.,]*\d"
    r"|\b\d[\d.,]* ?(?:%|(?:per ?cent|thousand|million|billion|mn?|bn|k)\b)",
    re.IGNORECASE,
)
# what documents number to tell one from another
_NOUN = (
    r"(?P<noun>priority|severity|level|phase|stage|tier|class|zone|category|grade|type|band|group|scope|pillar|lot|route"
    r"|gate|wave)"
)
_NUMBERED = re.compile(rf"\b{_NOUN} (?P<number>\d{{1,2}})(?![\d%]|[.,]\d| %)\b", re.IGNORECASE)
# "slower than priority 1", "what follows phase 2", "all but level 3"
_BESIDE_IT = re.compile(
    r"\b(?:than|from|after|before|above|below|beyond|under|over|except(?:ing| for)?|excluding|without|not|but|besides?"
    r"|follow(?:s|ing)?|precedes?|preceding|outside|unlike|compared (?:with|to)|against|versus|vs\.?|to|until|since)"
    rf" (?:in |the |of |for )?{_NOUN} \d",
    re.IGNORECASE,
)
_MIN_WORDS = 3
_FIGURES = re.compile(r"\d+")


def without_other_codes(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """Entries without those that have a code of the form of the one asked for and not that code itself.

    All of them where the question names no code or several, or where no statement has it.
    """
    asked = _codes_in(question)
    if len(asked) != 1:
        return list(scored)
    code = next(iter(asked))
    held = [_codes_in(entry.statement.said) for entry in scored]
    if not any(code in codes for codes in held):
        return list(scored)
    return [
        entry
        for entry, codes in zip(scored, held, strict=True)
        if code in codes or not any(_form(other) == _form(code) for other in codes)
    ]


def without_other_numbers(question: str, scored: Sequence[Scored]) -> list[Scored]:
    """Entries without the rows of another number of what the question numbers: those of priority 3 for priority 1.

    All of them where the question numbers nothing or several things or asks for what is beside that, or where no row
    has that number.
    """
    asked = _numbers_in(question)
    if len(asked) != 1 or _BESIDE_IT.search(question) is not None:
        return list(scored)
    noun, number = next(iter(asked))
    held = [{n for kind, n in _numbers_in(entry.statement.said) if kind == noun} for entry in scored]
    if not any(number in numbers for entry, numbers in zip(scored, held, strict=True) if entry.statement.is_row):
        return list(scored)
    return [
        entry
        for entry, numbers in zip(scored, held, strict=True)
        if not entry.statement.is_row or number in numbers or not numbers
    ]


def find_coded_entry(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The only entry that begins with the one code that a question names, in a list of such; else None."""
    asked = _codes_in(question)
    if len(asked) != 1:
        return None
    code = next(iter(asked))
    entries = [(one, first) for one in statements if (first := _first_code(one))]
    found = [one for one, first in entries if first == code]
    is_list = any(first != code and _form(first) == _form(code) for _, first in entries)
    return found[0] if is_list and len(found) == 1 else None


def _first_code(statement: Statement) -> str:
    """The code that a line begins with; empty where it begins with none, or says nothing else.

    What begins within a paragraph is a sentence about something of that name, and no entry.
    """
    if statement.hit.text[: statement.start].rstrip(" ")[-1:] not in ("", "\n"):
        return ""
    first, _, rest = BULLET.sub("", statement.text.strip()).partition(" ")
    is_text = not statement.is_row and len(rest.split()) >= _MIN_WORDS
    codes = _codes_in(first)
    return next(iter(codes)) if is_text and len(codes) == 1 else ""


def _numbers_in(text: str) -> set[tuple[str, int]]:
    """What is numbered in a text, with its number.

    >>> sorted(_numbers_in("Priority 1 and phase 2, priority 1.5 and level 3 %"))
    [('phase', 2), ('priority', 1)]
    """
    return {(match["noun"].casefold(), int(match["number"])) for match in _NUMBERED.finditer(text)}


def _codes_in(text: str) -> set[str]:
    """The codes of a text; in lists of what happened the times of the day are such.

    >>> sorted(_codes_in("D-30 at 10:48")), sorted(_codes_in("4.2 is above 95.5 %"))
    (['10:48', 'd-30'], ['4.2'])
    """
    words = _WORD.findall(_AMOUNT.sub(" ", text))
    codes = {word.casefold() for word in words if is_code(word) and not word.isdigit()}
    return codes | set(_TIME.findall(text))


def _form(code: str) -> str:
    """A code without what its figures are.

    >>> _form("d-30") == _form("d-7"), _form("d-30") == _form("m4")
    (True, False)
    """
    return _FIGURES.sub("0", code)
