"""Fields whose name is what a question does: "Who does the post report to?" asks for "Reports to", "When was the car
registered?" for "Date of registration". Pure.

Such a name shares one word with the question at most, and sentences share more.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms

# "Approved by: Ada Byron", "Reports to" over a name; a row has its name first
_FIELD = re.compile(r"(?P<verb>[^\W\d_]{4,})s? (?P<how>by|to|from)\s*(?::\s|\n)\s*(?P<entry>\S[^\n]*)")
# "Received in good order: T. Okafor", "Signed for the insurer: J. Abernathy"
_DONE = re.compile(r"(?P<verb>[^\W\d_]{2,}ed)(?: [^\W\d_]+){0,4}:\s+(?P<entry>\S[^\n]*)")
# the next field on its line: "T. Okafor Date: 9/9/24"
_NEXT_FIELD = re.compile(r"\s(?=[A-Z][\w']*(?: [\w']+){0,2}:(?:\s|$))")
_DATED = re.compile(r"\bdate of (?P<what>[^\W\d_]{4,})\b[^;\n]*?\d", re.IGNORECASE)
_ASKS_WHO = re.compile(r"\bwho(?:m|se)?\b|\bby (?:whom|which|what)\b", re.IGNORECASE)
_ASKS_WHEN = re.compile(r"^\W*(?:when|on (?:which|what) (?:date|day))\b", re.IGNORECASE)
_FULL_STOP = re.compile(r"[.;!?] ")
# words of one stem begin with so many letters that they share, all but so many of the shorter one
_MIN_STEM, _MAX_ENDING = 5, 4
_MAX_ENTRY_WORDS, _MAX_NAME = 8, 5


def find_verb_field(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The field of one entry that says who did it, or the field or row with the date of it; None where several do."""
    if _ASKS_WHO.search(question):
        found = {one.said: one for one in statements if _is_named_by(one, question)}
    elif _ASKS_WHEN.search(question):
        found = {one.said: one for one in statements if _is_dated(one, question)}
    else:
        return None
    return next(iter(found.values())) if len(found) == 1 else None


def _is_named_by(statement: Statement, question: str) -> bool:
    said = statement.said.strip()
    if (done := _DONE.match(said)) is not None:
        name = _NEXT_FIELD.split(done["entry"])[0].strip()
        if set(terms(done["verb"])) <= set(terms(question)) and _is_name(name) and len(name.split()) <= _MAX_NAME:
            return True
    field = _FIELD.match(said)
    if field is None or _FULL_STOP.search(field["entry"]) or len(field["entry"].split()) > _MAX_ENTRY_WORDS:
        return False
    asked = set(terms(question))
    says_how = field["how"] == "by" or re.search(rf"\b{field['how']}\b", question, re.IGNORECASE) is not None
    return says_how and set(terms(field["verb"])) <= asked and _is_name(field["entry"])


def _is_name(entry: str) -> bool:
    """Whether a text may name a person or a firm: it begins with a capital and has no figure."""
    return entry[:1].isupper() and not any(map(str.isdigit, entry))


def _is_dated(statement: Statement, question: str) -> bool:
    verbs = list(_verbs(question))
    return any(_are_of_one_stem(found["what"], verb) for found in _DATED.finditer(statement.said) for verb in verbs)


def _verbs(question: str) -> Iterator[str]:
    return (word for word in re.findall(r"[^\W\d_]+", without_function_words(question)) if len(word) >= _MIN_STEM)


def _are_of_one_stem(one: str, other: str) -> bool:
    """Whether two words differ in their endings alone.

    >>> _are_of_one_stem("Registration", "registered"), _are_of_one_stem("delivery", "delivered")
    (True, True)
    >>> _are_of_one_stem("issue", "issued"), _are_of_one_stem("inspection", "installed")
    (True, False)
    """
    one, other = one.casefold(), other.casefold()
    least = max(_MIN_STEM, min(len(one), len(other)) - _MAX_ENDING)
    return one[:least] == other[:least] and least <= min(len(one), len(other))
