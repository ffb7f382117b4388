"""Lists of sources: they hold the words of a subject and say nothing of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bizrag.answering.statements.reading import Statement

_HEADING = re.compile(
    r"^[\W\d]*(?:(?:list of )?references|bibliography|works cited|literature(?: cited)?|sources|further reading"
    r"|external links|citations|endnotes)\W*$",
    re.IGNORECASE,
)
# "Archived from the original", "Retrieved March 3, 2021", "doi:10.1", "vol. 12", "pp. 34-50", "Law J 2015 35: 627-663"
_ENTRY = re.compile(
    r"\barchived from the original\b|\bretrieved (?:on )?(?:[A-Z][a-z]+ \d|\d{1,2} [A-Z]|\d{4}-)|\bdoi: ?10\.|\bISBN\b"
    r"|\bet al\.,? ?\(?(?:19|20)\d\d|\bvol\. ?\d+|\bpp?\. ?\d+[-\u2013]\d+|\b(?:19|20)\d\d[,;]? ?\d+: ?\d+[-\u2013]\d+",
    re.IGNORECASE,
)
_ASKS_SOURCE = re.compile(
    r"\b(?:references?|sources?|cit(?:e[sd]?|ations?)|bibliograph\w*|authors?|wrote|written|publish\w*|papers?|stud(?:y|ies)"
    r"|articles?|books?|journals?|isbn|doi)\b",
    re.IGNORECASE,
)


def without_references(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements that are no entries of a list of sources; all where the question asks for a source, or all are."""
    if _ASKS_SOURCE.search(question):
        return list(statements)
    return [statement for statement in statements if not is_reference(statement)] or list(statements)


def is_reference(statement: Statement) -> bool:
    """Whether a statement is an entry of a list of sources, as its heading or its form tells."""
    headings = statement.hit.headings
    is_listed = bool(headings) and _HEADING.match(headings[-1]) is not None
    return not statement.is_row and (is_listed or _ENTRY.search(statement.text) is not None)
