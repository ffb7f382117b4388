"""What a manual says of an option's default: "default: append" below "log = append | overwrite". Pure.

Such a line has one word of the question, and all options have one like it: its option is named above it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bizrag.answering.languages import without_function_words
from bizrag.answering.statements.headings import without_number
from bizrag.answering.statements.reading import Statement
from bizrag.model.words import tokens

_ASKS = re.compile(r"\bdefaults?\b", re.IGNORECASE)
_TELLS = re.compile(r"^\W*(?:the )?defaults?(?: (?:value|setting))?(?:\s*[:=]|\s+(?:is|are|to)\b)\s*\S", re.IGNORECASE)
# what stands behind the name of an option
_VALUE = re.compile(r"\s*(?:[=|<\[({]|\s[A-Z_]{2,}\b).*$")
_OPTION_WORDS = """
    default defaults option options setting settings value values parameter parameters variable argument flag directive
    keyword key field
"""
_OF_OPTIONS = frozenset(_OPTION_WORDS.split())


def find_default(question: str, statements: Sequence[Statement]) -> Statement | None:
    """The line that tells the default of the option that a question names by its own name, told behind the option.

    None where several have that name, but for one that stands deeper, or none has a line for its default.
    """
    if _ASKS.search(question) is None:
        return None
    asked = set(tokens(without_function_words(question).lower())) - _OF_OPTIONS
    found: dict[str, Statement] = {}
    for one in statements:
        heading = one.section or (one.hit.headings[-1] if len(one.hit.headings) > 1 else "")
        if heading and not one.is_row and _TELLS.match(one.text) and _is_named(heading, asked):
            found.setdefault(f"{one.hit.document_id} {heading}", replace(one, label=heading))
    return next(iter(found.values())) if len(found) == 1 else None


def _is_named(heading: str, asked: set[str]) -> bool:
    """Whether a heading is the name of an option whose words a question has."""
    name = set(tokens(_VALUE.sub("", without_number(heading)).lower())) - _OF_OPTIONS
    return bool(name) and name <= asked
