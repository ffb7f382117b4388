"""Tables of contents: they hold the names of sections and say nothing of what stands there. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from bizrag.answering.statements.reading import Statement

# "Legal Proceedings; 34.", "A Quarter in Review: Page 3.", "Risk Factors; PART I 9."; no "Minutes 34"
_PAGE = re.compile(r"(?:[:;]|\b(?:pages?|seiten?|pg\.?|part [IVX]+)) (?P<page>\d{1,4})\W*$", re.IGNORECASE)
_IS_HEADED = re.compile(r"\b(?:pages?|seiten?|pg\.?) \d{1,4}\W*$", re.IGNORECASE)
# "3 Results", "2.1 Scope", "IV. Findings", "a) Balance sheets", "Item 1A. Risk factors", "Note 4", "Annex B"
_ENUMERATOR = re.compile(
    r"(?:[\dIVX]+\.)*[\dIVX]+\.? [^\W\d]|[a-z]\) "
    r"|(?:item|note|part|chapter|section|annex|appendix|article|module|unit) (?:\d|[A-Z]\b)",
    re.IGNORECASE,
)
# what stands over them, where they have no numbers
_HEADED_CONTENTS = re.compile(
    r"^\W*(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|índice|in this (?:report|issue|document|guide|book"
    r"|brochure|edition|paper)|what['’]s inside|inside)\W*$",
    re.IGNORECASE,
)
_LEAST_ROWS, _LEAST_SHARE = 4, 0.8
_ASKS_PAGE = re.compile(
    r"\bpages?\b|\bcontents\b|\b(?:which|what|how many|list)\b.*\b(?:sections|chapters|parts|annex\w*|appendi\w+)\b"
    r"|\b(?:which|what) (?:section|chapter|part|item|note)\b",
    re.IGNORECASE,
)


def without_contents(question: str, statements: Sequence[Statement]) -> list[Statement]:
    """The statements that are no rows of a table of contents; all where the question asks for pages or sections, or
    where there are no others.
    """
    if _ASKS_PAGE.search(question):
        return list(statements)
    listed: set[int] = set()
    by_chunk = sorted((one for one in statements if one.is_row), key=lambda one: (one.hit.chunk_no, one.start))
    for _, group in groupby(by_chunk, key=lambda one: one.hit.chunk_no):
        rows = list(group)
        if are_contents(rows):
            listed |= set(map(id, rows))
    return [one for one in statements if id(one) not in listed] or list(statements)


def are_contents(rows: Sequence[Statement]) -> bool:
    """Whether the rows of a table, in their order, are entries with a page each, which never falls: most of them
    numbered, in a column of pages, or below a heading that says so.
    """
    pages = [int(found["page"]) for row in rows if (found := _PAGE.search(row.said))]
    if len(pages) < max(_LEAST_ROWS, _LEAST_SHARE * len(rows)):
        return False
    num_entries = sum(
        _IS_HEADED.search(row.said) is not None or _ENUMERATOR.match(row.said) is not None for row in rows
    )
    is_headed = rows[0].hit.headings and _HEADED_CONTENTS.match(rows[0].hit.headings[-1]) is not None
    is_rising = all(page <= following for page, following in pairwise(pages)) and pages[0] < pages[-1]
    return is_rising and (bool(is_headed) or 2 * num_entries > len(rows))
