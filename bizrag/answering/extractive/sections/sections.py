"""The section whose heading is all that a question asks for: "What are the limitations?" Pure.

What stands in it need not say the word, so no statement comes close.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.extractive.questions.light_verbs import LIGHT_VERBS
from bizrag.answering.languages import without_function_words
from bizrag.answering.quoting import MAX_QUOTE_CHARS
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.local_headings import headings_above
from bizrag.answering.statements.reading import Statement
from bizrag.model.terms import terms
from bizrag.model.words import tokens

_NOT = re.compile(r"\b(?:not|never|cannot)\b|n['’]t\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s*\([^()]*\)\s*$")
_MAX_SENTENCES, _MAX_ITEMS = 3, 12
# asks for what there is; who asks for one thing is told that
_ASKS_FOR_ALL = re.compile(
    r"\W*(?:(?:what|which) (?:\w+ ){0,3}(?:are|were)|list|name|describe|explain|tell me)\b", re.IGNORECASE
)


def find_section(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The first sentences, or the list, below the first heading that has all terms of a question and no others."""
    headed = [at for at, one in enumerate(statements) if one.is_whole and is_headed_so(one, question)]
    if not headed:
        return None
    headed = [at for at in headed if is_negated(statements[at].section) == is_negated(question)] or headed
    # "Out of scope" is what is asked for, not "In scope", and "Very common", not "Common"
    named = [at for at in headed if num_words_in(statements[at].section, question)]
    most = max((num_words_in(statements[at].section, question) for at in named), default=0)
    headed = [at for at in named if num_words_in(statements[at].section, question) == most] or headed
    # fields are read before the sentences around them
    own = [at for at in headed if statements[at].hit.chunk_no == statements[headed[0]].hit.chunk_no]
    first = min(own, key=lambda at: statements[at].start)
    return whole_section(statements[first], statements[first + 1 :])


def is_negated(text: str) -> bool:
    """Whether a question or heading says no: "Who must not take it?", "Do not take it"."""
    return _NOT.search(text) is not None


def num_words_in(heading: str, question: str) -> int:
    """How many words a heading has where a question holds them all as they follow each other, else 0."""
    words, asked = tokens(_bare(heading)), tokens(question)
    return len(words) if any(asked[at : at + len(words)] == words for at in range(len(asked))) else 0


def _bare(heading: str) -> str:
    """A heading without its number and what stands behind it in brackets: "Common (up to 1 in 10 people)"."""
    return _IN_BRACKETS.sub("", without_number(heading))


def is_headed_so(statement: Statement, question: str) -> bool:
    """Whether the heading above a statement has all terms of a question and no others; those of the headings above it
    may name what it is a section of: "What are the exceptions for foot care?"
    """
    asked = set(terms(without_function_words(question))) - LIGHT_VERBS
    own = set(terms(without_function_words(_bare(statement.section))))
    if not own or not own <= asked:
        return False
    rest = asked - own
    if rest and not _ASKS_FOR_ALL.match(question):
        return False
    above = headings_above(statement.hit.text, statement.start)
    return rest <= set(terms(" ".join((statement.hit.title, *statement.hit.headings, *above))))


def whole_section(first: Statement, following: Sequence[Statement]) -> Statement:
    """A statement with those after it in its section: the items of its list, else the next two sentences."""
    most = _MAX_ITEMS if first.is_item else _MAX_SENTENCES
    section = itertools.takewhile(
        lambda one: (
            one.hit.chunk_no == first.hit.chunk_no
            and one.section == first.section
            and one.is_whole
            and one.is_item == first.is_item
            and one.end - first.start <= MAX_QUOTE_CHARS
        ),
        following[: most - 1],
    )
    # the number of the first item stands before it
    start = first.hit.text.rfind("\n", 0, first.start) + 1 if first.is_item else first.start
    return replace(first, start=start, end=max((one.end for one in section), default=first.end))
