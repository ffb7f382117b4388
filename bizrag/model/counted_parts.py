"""Questions for how many numbered parts a document has: figures, tables, sections, references. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from enum import StrEnum

from bizrag.model.places import number_of_heading

_DOCUMENT = (
    r"(?:\w+ ){0,3}?(?:documents?|reports?|papers?|articles?|study|presentations?|deck|slides?|manual|brochure|guide"
    r"|book|text|file|publication|thesis|policy|handbook|page|specification|standard|vignette|tutorial|whitepaper)"
)
_ASKS = re.compile(
    r"^\W*(?:in total,? )?how many (?:\w*numbered )?(?P<kind>figures|tables|chapters|sections|references)"
    r"(?: (?:in total|altogether))? (?:"
    rf"(?:does|do) (?:the|this) {_DOCUMENT} (?:have|contain|include|comprise|list|cite)"
    r"|(?:are|were) (?:there|listed|included|contained|numbered|cited|given)? ?(?:in total )?"
    rf"(?:in|on the last|at the end of) (?:(?:the|this) )?{_DOCUMENT}"
    rf"|has (?:the|this) {_DOCUMENT})\b",
    re.IGNORECASE,
)
_CAPTION = {"figures": r"fig(?:ure)?\.?", "tables": r"table"}
_REFERENCES = re.compile(r"^[\W\d]*(?:references|bibliography|works cited|literature(?: cited)?)\W*$", re.IGNORECASE)
_ENTRY = re.compile(r"^(?:[-•*] )?(?:\[(?P<marked>\d{1,3})\]|(?P<listed>\d{1,3})\.) (?=\S)", re.MULTILINE)


class Counted(StrEnum):
    """What is counted."""

    FIGURES = "figures"
    TABLES = "tables"
    SECTIONS = "sections"
    REFERENCES = "references"


def asked_count(question: str) -> Counted | None:
    """Of which parts a question asks how many its document has; None where it asks for something else.

    >>> asked_count("How many figures does the paper have?"), asked_count("How many chapters are there in this manual?")
    (<Counted.FIGURES: 'figures'>, <Counted.SECTIONS: 'sections'>)
    >>> asked_count("How many figures were sold?") is asked_count("How many tables does the restaurant have?") is None
    True
    """
    asked = _ASKS.search(question)
    if asked is None:
        return None
    kind = asked["kind"].casefold()
    return Counted.SECTIONS if kind == "chapters" else Counted(kind)


def numbers_in(kind: Counted, text: str, headings: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The numbers of parts that a chunk holds, each with the line that it stands in: number, start, end.

    A section that is only among the headings above its chunk has no line: it starts and ends at -1.
    """
    if kind is Counted.REFERENCES:
        if headings and _REFERENCES.match(headings[-1]):
            for found in _ENTRY.finditer(text):
                line_end = text.find("\n", found.end())
                yield found["marked"] or found["listed"], found.start(), len(text) if line_end < 0 else line_end
    elif kind is Counted.SECTIONS:
        for heading in headings[1:]:
            number = number_of_heading(heading)
            if number.isdigit():
                start = text.find(heading)
                yield number, start, start + len(heading) if start >= 0 else -1
    else:
        caption = rf"^{_CAPTION[kind]}[^\S\n]?(?P<number>\d{{1,3}}(?:[.-]\d{{1,3}})?)(?=[.:)–—-]|\s|$)[^\n]*"
        for found in re.finditer(caption, text, re.IGNORECASE | re.MULTILINE):
            yield found["number"], *found.span()


def mentioned_in(kind: Counted, text: str) -> set[str]:
    """The numbers of figures or tables that a text speaks of: a caption may be lost in a paragraph.

    >>> sorted(mentioned_in(Counted.FIGURES, "Fig. 2 and Figure 3.1 show it."))
    ['2', '3.1']
    """
    if kind not in _CAPTION:
        return set()
    found = re.finditer(rf"\b{_CAPTION[kind]}s?[^\S\n]?(\d{{1,3}}(?:[.-]\d{{1,3}})?)(?!\d)", text, re.IGNORECASE)
    return {number[1] for number in found}


def missing_of(numbers: Iterable[str]) -> set[str]:
    """The numbers that are missing below the last one, in each chapter ("9.1", "9.2") by itself.

    >>> sorted(missing_of(["1", "4", "9.2"])), missing_of(["2", "1"])
    (['2', '3', '9.1'], set())
    """
    of_chapters: dict[str, set[int]] = {}
    for number in numbers:
        chapter, _, own = _parted(number)
        of_chapters.setdefault(chapter, set()).add(int(own))
    return {
        f"{chapter}.{own}" if chapter else str(own)
        for chapter, found in of_chapters.items()
        for own in range(1, max(found) + 1)
        if own not in found
    }


def count_of(numbers: Collection[str], mentioned: Set[str] = frozenset()) -> int | None:
    """How many parts there are by their numbers; None without any, or where more than a third of them are missing, or
    one that no text mentions.

    >>> count_of(["1", "2", "4", "3"]), count_of(["9.1", "9.2", "10.1"]), count_of(["1", "3"]), count_of([])
    (4, 3, None, None)
    >>> count_of(["1", "3", "4"], {"2"})
    4
    """
    missing = missing_of(numbers)
    if not numbers or not missing <= mentioned or 2 * len(missing) > len(numbers):
        return None
    return len(set(numbers) | missing)


def _parted(number: str) -> tuple[str, str, str]:
    return number.replace("-", ".").rpartition(".")
