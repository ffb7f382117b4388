"""Headings and lists inside the text of a chunk: a chunk may hold several short sections. Pure."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

from bizrag.answering.statements.list_items import BULLETS

_MAX_WORDS = 12
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*")
_FULL_STOP = re.compile(r"[.!?:;,][\"'”’)]*$")
_NO_HEADING = re.compile(r"[-•*–▪◦☐☒]\s|#!|[%$>]\s|\(?[a-z]{1,2}[.)]\s|<<|\[|\W*\d[\d.,%]*\W*$")
# what stands over or under a table or figure says nothing of the paragraphs around that
_NUMBERED_CAPTION = re.compile(
    r"(?:table|figure|fig|exhibit|chart)\.? ?[A-Z]?\d{1,3}(?:[.-]\d{1,3})*[.:)]?\s", re.IGNORECASE
)
# "Exclusion criteria. Patients are excluded if any of these applies:", and a list below it
_RUN_IN = re.compile(r"(?P<heading>[^\W\d_][^.:\n]{2,50})\. [^\n]*:$")
_LISTED = re.compile(rf"{BULLETS}\s|\(?\w{{1,2}}[.)]\s")
# "debug = [FACILITY.]LEVEL", "--timeout SECONDS", "-V": how manuals of programs name an option, in small letters
_OPTION = re.compile(r"(?:--?[A-Za-z][\w-]*(?:[ =,]\S.*)?|[A-Za-z][\w.-]* = \S.*)$")
# one line that assigns something is an example
_MIN_OPTIONS = 2
_ITEM = re.compile(r"\(?(?P<mark>\d{1,2}|[A-Z])[.)]\s+")


def heading_above(text: str, start: int) -> str:
    """The nearest heading above a place of a chunk's text; empty without one.

    >>> heading_above("Analysis\\n\\nDuration: four weeks.\\n\\nDesign\\n\\nDuration: ten weeks.", 40)
    'Design'
    >>> heading_above("1. Scope\\n\\n1.1 All rentals.\\n\\n2. Charges\\n\\n2.1 Fuel is extra.", 40)
    '2. Charges'
    >>> heading_above("Linux\\n\\n1. Add it.\\n\\n2. Run it.\\n\\nmacOS\\n\\n1. Open it.\\n\\n2. Run it.", 50)
    'macOS'
    >>> heading_above("log = append | overwrite\\n\\ndefault: append\\n\\npid = FILE\\n\\nwhere it is", 30)
    'log = append | overwrite'
    """
    return next(reversed(headings_above(text, start)), "")


def headings_above(text: str, start: int) -> list[str]:
    """All headings above a place of a chunk's text, from its beginning."""
    return [heading for place, heading in _headings_of(text) if place < start]


def name_above(text: str, start: int) -> tuple[int, str]:
    """Where what names a place of a chunk's text ends, and what it says: the nearest heading above it, or the nearest
    question that stands alone on its line, as lists of questions and answers have them; -1 and empty without one.

    >>> name_above("Pay\\n\\nWhen am I paid?\\n\\nOn the last day.", 22)
    (20, 'When am I paid?')
    """
    names = (*_headings_of(text), *((end, said) for _, end, said in _questions_of(text)))
    return max((name for name in names if name[0] < start), default=(-1, ""))


def question_at(text: str, start: int) -> bool:
    """Whether a place of a chunk's text lies in a question that stands alone on its line, or in what leads to it.

    >>> question_at("It does not start. What now?\\n\\nPull the plug.", 0)
    True
    """
    return any(begin <= start < end for begin, end, _ in _questions_of(text))


def is_heading_at(text: str, end: int) -> bool:
    """Whether a heading of a chunk's text ends at this place."""
    return any(place == end for place, _ in _headings_of(text))


def is_item_at(text: str, start: int) -> bool:
    """Whether a numbered item of a list starts here, behind its number, with another one right above or below.

    >>> is_item_at("1. Heart failure\\n\\n2. Flutter", 3), is_item_at("1. Heart failure", 3)
    (True, False)
    >>> is_item_at("1.\\u00a0Heart failure\\n2.\\tFlutter", 3)
    True
    """
    return start in _items_of(text)


@lru_cache(maxsize=256)
def _items_of(text: str) -> frozenset[int]:
    lines = [(line, _ITEM.match(line[0])) for line in re.finditer(r"[^\n]+", text)]
    numbers = [_number(item) for _, item in lines]
    near = [-9, *numbers, -9]
    return frozenset(
        line.start() + item.end()
        for at, (line, item) in enumerate(lines)
        if item is not None and numbers[at] in (near[at] + 1, near[at + 2] - 1)
    )


def _number(item: re.Match[str] | None) -> int:
    """Which item of its list it is, from 1; -9 for what is none."""
    if item is None:
        return -9
    mark = item["mark"]
    return int(mark) if mark.isdigit() else ord(mark) - ord("A") + 1


@lru_cache(maxsize=256)
def _headings_of(text: str) -> tuple[tuple[int, str], ...]:
    """Where the headings of a text end, and what they say: short lines alone with a paragraph below, and what a line
    begins with that leads to a list ("Exclusion criteria. Patients are excluded if:").
    """
    paragraphs = list(_PARAGRAPH.finditer(text))
    befores = ["", *(paragraph[0] for paragraph in paragraphs)]
    options = {line.end() for line, following in itertools.pairwise(paragraphs) if _is_option(line[0], following[0])}
    found: list[tuple[int, str]] = []
    for before, (line, following) in zip(befores, itertools.pairwise(paragraphs), strict=False):
        is_option = len(options) >= _MIN_OPTIONS and line.end() in options
        if is_option or _is_heading(line[0], before, following[0]):
            found.append((line.end(), line[0].lstrip("# ").strip()))
        elif (run_in := _RUN_IN.match(line[0])) and _LISTED.match(following[0]):
            found.append((line.start() + run_in.end("heading"), run_in["heading"]))
    return tuple(found)


@lru_cache(maxsize=256)
def _questions_of(text: str) -> tuple[tuple[int, int, str], ...]:
    """Where the questions of a text begin and end that are paragraphs of their own, with another below, and what they
    say.
    """
    lines = (line for line, _ in itertools.pairwise(_PARAGRAPH.finditer(text)))
    return tuple((*line.span(), line[0].strip()) for line in lines if line[0].rstrip().endswith("?"))


def _is_heading(line: str, before: str, following: str) -> bool:
    """Whether a line heads the paragraph below it; an item of a list has others around it."""
    is_above_item = _ITEM.match(following) is not None
    if _ITEM.match(line):
        return _is_short(line) and not is_above_item and _ITEM.match(before) is None
    return _is_short(line) and (is_above_item or not _is_short(following))


def names_option(line: str) -> bool:
    """Whether a line is written as an option of a program is.

    >>> [names_option(line) for line in ("log = append | overwrite", "--timeout SECONDS", "Log files", "- item")]
    [True, True, False, False]
    """
    return "\n" not in line and len(line.split()) <= _MAX_WORDS and _OPTION.match(line) is not None


def _is_option(line: str, following: str) -> bool:
    """Whether a line names an option of a program that the paragraph below it is about."""
    return names_option(line) and _OPTION.match(following) is None


def _is_short(line: str) -> bool:
    is_short = "\n" not in line and len(line.split()) <= _MAX_WORDS
    if _NUMBERED_CAPTION.match(line):
        return False
    # "macOS" begins with a small letter and is a name
    is_small = line[:1].islower() and line.split(maxsplit=1)[0].islower()
    return is_short and _FULL_STOP.search(line) is None and _NO_HEADING.match(line) is None and not is_small
