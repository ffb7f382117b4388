"""Parts of a document that questions name by their number: sections ("section 4.1", "Appendix B"), pages, and what
changed in a release.
"""

from __future__ import annotations

import re
from enum import Enum, auto

_NUMBER = r"\d{1,3}(?:\.\d{1,3}){0,4}|[A-Z](?:\.\d{1,3}){0,3}"
_SECTION = re.compile(
    rf"(?:\b(?i:sub-?sections?|sections?|chapters?|clauses?|appendix|annex)(?: no\.?| number)? |§ ?)"
    # "Section 16(a) of the Act" is of another text
    rf"(?P<number>{_NUMBER})(?![\w(]|\.\d)"
)
_PAGE = re.compile(r"\b(?i:pages?|slides?|p\.) ?(?i:no\.? ?|number )?(?P<number>\d{1,4})(?![\w(]|\.\d| (?:to|and) \d)")
# "4.1 Data", "4.1. Data", "Section 4.1: Data", "A. Code", "Appendix A. Code"
_HEADED = re.compile(
    r"^[#\W]*(?:(?i:(?P<kind>section|chapter|clause|appendix|annex|part))\s+|§ ?)?"
    # an equation has its number alone, and letters of a kind behind it: "(7)", "2 = x"
    rf"(?P<number>{_NUMBER})(?P<mark>[.:)]*)(?:\s+[–—-])?(?=\s+[\"“‘'(¿¡]*[^\W\d_]|$)"
)


class Part(Enum):
    """What of a document a number is of."""

    SECTION = auto()
    RELEASE = auto()
    PAGE = auto()


def named_part(question: str) -> tuple[Part, re.Match[str]] | None:
    """The section or page that a question names by its number, and where it does: group ``number``; None without.

    >>> part, named = named_part("What does section 4.1 say?")
    >>> part.name, named["number"], named_part("On slide 7, what is listed?")[1]["number"]
    ('SECTION', '4.1', '7')
    >>> named_part("Does Section 16(a) apply?") is named_part("Which section is on fees?") is None
    True
    """
    if (named := _SECTION.search(question)) is not None:
        return Part.SECTION, named
    named = _PAGE.search(question)
    return None if named is None else (Part.PAGE, named)


def number_of_heading(heading: str) -> str:
    """The number that a heading begins with; empty without one.

    >>> number_of_heading("4.1. Data"), number_of_heading("Appendix B. Code"), number_of_heading("3 Results")
    ('4.1', 'B', '3')
    >>> number_of_heading("A model of trade"), number_of_heading("Results of 2024"), number_of_heading("2.5% of sales")
    ('', '', '')
    >>> number_of_heading("(7)"), number_of_heading("Chapter 4")
    ('', '4')
    """
    found = _HEADED.match(heading)
    if found is None:
        return ""
    # "A model" has an article
    is_article = found["number"].isalpha() and not (found["kind"] or found["mark"])
    # "Chapter 4" may be all
    is_bare = found.end() == len(heading) and not found["kind"]
    return "" if is_article or is_bare else found["number"]


def is_of_section(heading: str, number: str) -> bool:
    """Whether a heading is that of a section or of one inside it.

    >>> [is_of_section(heading, "4.1") for heading in ("4.1 Data", "4.1.2 Sources", "4.10 Results", "Data")]
    [True, True, False, False]
    """
    own = number_of_heading(heading)
    return own == number or own.startswith(f"{number}.")
