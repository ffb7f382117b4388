"""Which values of a column a question means: one, several ("late or at risk"), or the others ("not late"). Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bizrag.answering.extractive.tables.conditions.negations import negated_parts, says_no
from bizrag.answering.extractive.tables.reading.cells import UNKNOWN
from bizrag.model.terms import terms

_VALUE_WORDS = 4
_GRADE_CHARS = 2
_JOINS = re.compile(r"\b(?:or|and|nor)\b|[,/]", re.IGNORECASE)
# "R (red)": who asks for it says its name
_NAMED_GRADE = re.compile(rf"\S{{1,{_GRADE_CHARS}}} \((?P<name>[^()]+)\)")
_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """What the rows that are asked for have in one column."""

    # the values that the question names, in lower case
    named: frozenset[str]
    # what those rows have: the same, or all others
    told: frozenset[str]
    # whether the words of a named value stand in the question as they do in the cell
    is_literal: bool

    @property
    def is_not(self) -> bool:
        """Whether those are meant that do not have the named values."""
        return self.told.isdisjoint(self.named)


def meant_values(values: Collection[str], question: str) -> Meant | None:
    """The values, in lower case, that the rows have which a question asks for; None where it names none of them, or
    several without saying how they belong together.

    >>> sorted(meant_values(["on track", "at risk", "done"], "Which are not on track?").told)
    ['at risk', 'done']
    >>> sorted(meant_values(["r (red)", "g (green)"], "Which are red?").told)
    ['r (red)']
    >>> sorted(meant_values(["on track", "at risk", "late"], "Which are late or at risk?").told)
    ['at risk', 'late']
    """
    asked = set(terms(question))
    held = {value: own for value in values if (own := _terms_of(value)) and own <= asked}
    held = {value: own for value, own in held.items() if len(value.split()) <= _VALUE_WORDS and not value.isdigit()}
    best = [value for value, own in held.items() if not any(own < other for other in held.values())]
    literal = [value for value in best if _literal(value).search(question)]
    # "started" stands in "not started", too
    literal = [value for value in literal if not any(value != other and value in other for other in literal)]
    graded = [value for value in values if len(value) <= _GRADE_CHARS and _is_grade(value, question)]
    named = literal or best or graded
    if not named:
        return None
    parts = negated_parts(question)
    denied = [value for value in named if not says_no(value) and any(_is_in(value, part) for part in parts)]
    # "Which have started?" asks for those that are not "Not started"
    denied += [value for value in named if says_no(value) and not parts and value not in literal]
    held_to = [value for value in named if value not in denied]
    if not _belong_together(held_to or denied, question):
        return None
    told = held_to or _opposite(denied, values) or [value for value in values if value not in denied]
    told = [value for value in told if held_to or value not in UNKNOWN]
    return Meant(named=frozenset(held_to or denied), told=frozenset(told), is_literal=bool(literal)) if told else None


def _name_of(value: str) -> str:
    """What a value is called: of a grade with its name the name."""
    found = _NAMED_GRADE.fullmatch(value)
    return found["name"] if found else value


def _terms_of(value: str) -> set[str]:
    return set(terms(_name_of(value)))


def _literal(value: str) -> re.Pattern[str]:
    words = r"[\s-]+".join(re.escape(word) for word in re.split(r"[\s-]+", _name_of(value)))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def _is_in(value: str, part: str) -> bool:
    own = _terms_of(value)
    return own <= set(terms(part)) if own else _is_grade(value, part)


def _opposite(denied: Sequence[str], values: Collection[str]) -> list[str]:
    """The one value that says no to the one that is denied: "Not started" of "started"."""
    own = [set(terms(value)) for value in denied if not says_no(value)]
    found = [value for value in values if says_no(value) and set(terms(value)) in own]
    return found if len(denied) == len(found) == 1 else []


def _belong_together(named: Sequence[str], question: str) -> bool:
    """Whether a question lists values: nothing but "or", "and" and commas stands between them."""
    spans = sorted(span for value in named if (span := _span(value, question)) is not None)
    if len(named) == 1:
        return True
    between = [question[left[1] : right[0]] for left, right in pairwise(spans)]
    return len(spans) == len(named) and all(_JOINS.search(said) and not terms(said) for said in between)


def _span(value: str, question: str) -> tuple[int, int] | None:
    """Where a question names a value."""
    if (found := _literal(value).search(question)) is not None:
        return found.span()
    own = _terms_of(value)
    words = [word.span() for word in _WORD.finditer(question) if own & set(terms(word[0]))]
    return (words[0][0], words[-1][1]) if words else None


def _is_grade(value: str, question: str) -> bool:
    """Whether a question asks for a grade of one letter, which is no word of it: "A-rated", "rated A"."""
    grade = re.escape(value)
    return (
        re.search(
            rf"\b{grade}[- ](?:rated|graded|class)\b|\b(?:rated|rating|grade|class)(?: of)? {grade}\b", question, re.I
        )
        is not None
    )
