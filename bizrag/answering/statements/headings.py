"""Statements that are a heading or the title of their document: they name what is told below them. Pure."""

from __future__ import annotations

import re

from bizrag.answering.statements.reading import Statement

# "5 Limitations", "2.1.3. Scope", "IV. Results", "§ 4 Fees", "Item 1A. Risk Factors", "Note 2 - Revenue"
_NUMBER = re.compile(
    r"^\W*(?:(?:§ ?)?\d{1,3}(?:\.\d{1,3})*(?:[.)]|(?=\s))|[IVXLC]{1,6}[.)]|[A-Z][.)]"
    r"|(?i:item|note|part|section|chapter|article|annex|appendix) (?:\d{1,3}[A-Z]?|[IVXLC]{1,6}|[A-Z]) ?[.:)–—-])\s*"
    r"(?=[A-ZÀ-Þ])"
)
_MAX_WORDS = 12
_MARKS = re.compile(r"^[#\s]+")
# who did something and why is told in a sentence
_ASKS_SENTENCE = re.compile(r"^\W*(?:who|whom|whose|why)\b", re.IGNORECASE)


def named_by(statement: Statement) -> str:
    """What a statement says; of a line that may be a heading without the number before it: "5 Limitations"."""
    may_be_heading = not statement.is_whole and not statement.is_row and len(statement.text.split()) <= _MAX_WORDS
    return without_number(statement.said) if may_be_heading else statement.said


def without_number(text: str) -> str:
    """A heading without its number.

    >>> without_number("5 Limitations"), without_number("2.1 Scope"), without_number("12 months of cover")
    ('Limitations', 'Scope', '12 months of cover')
    >>> without_number("Item 1A. Risk Factors"), without_number("Note 2 - Revenue"), without_number("Section 8 Housing")
    ('Risk Factors', 'Revenue', 'Section 8 Housing')
    """
    return _NUMBER.sub("", text.strip(), count=1)


def is_heading(statement: Statement) -> bool:
    """Whether a statement is one of the headings above its chunk, or in it, or the title of its document."""
    if statement.is_row or statement.is_field:
        return False
    said = _plain(statement.text)
    return any(_plain(name) == said for name in (*statement.hit.headings, statement.hit.title))


def asks_sentence(question: str) -> bool:
    """Whether a question is for what a heading does not tell.

    >>> asks_sentence("Who reported the incident?"), asks_sentence("What is the number of the report?")
    (True, False)
    """
    return _ASKS_SENTENCE.match(question) is not None


def _plain(text: str) -> str:
    return " ".join(_MARKS.sub("", text).casefold().split())
