"""Manual pages as a terminal shows them: sections stand in capitals at the margin, their parts a little set in, both
right above text that is set in further; words are broken at the ends of lines.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

# what a page of a manual has, at least: NAME, SYNOPSIS, DESCRIPTION
_MIN_SECTIONS = 3
_MIN_LETTERS, _MAX_LETTERS = 3, 90
# text is set in by seven columns, names of parts by three
_SET_IN, _PART_IN = 4, 3
# a formatter sets this hyphen (U+2010) where it breaks a word, and some keep "-" for all others
_BROKEN = re.compile("(?P<first>[\\w.@:/=-]{0,120}\\w)\u2010[ \\t]*\\n(?P<blank>[ \\t]+)(?P<rest>\\w\\S*)[ \\t]*")
_WITHIN = re.compile("\\w\u2010\\w")
_WORD = re.compile(r"[^\W\d_]+")


def is_manual(text: str) -> bool:
    """Whether a text is set as a page of a manual.

    >>> is_manual("NAME\\n       ls - list\\n\\nSYNOPSIS\\n       ls\\n\\nDESCRIPTION\\n       Lists files.")
    True
    """
    lines = text.split("\n")
    pairs = itertools.pairwise(lines)
    return sum(_is_section(line) and _indent(below) >= _PART_IN for line, below in pairs) >= _MIN_SECTIONS


def headings_of(lines: Sequence[str], *, width: int) -> list[tuple[str, int]]:
    """The headings that a paragraph of a manual begins with, each with its level, 1 or 2.

    Args:
        lines: the lines of the paragraph.
        width: letters that a line of the manual has at most.
    """
    found: list[tuple[str, int]] = []
    for line, below in itertools.pairwise(lines):
        if _is_section(line) and _indent(below) > 0:
            found.append((_said(line), 1))
        elif _is_part(line, below, width):
            found.append((_said(line), 2))
        else:
            break
    return found


def _is_section(line: str) -> bool:
    letters = [letter for letter in line if letter.isalpha()]
    return (
        _indent(line) == 0
        and len(letters) >= _MIN_LETTERS
        and len(line) <= _MAX_LETTERS
        and all(map(str.isupper, letters))
    )


def _is_part(line: str, below: str, width: int) -> bool:
    """Whether a line is the name of a part: set in less than what stands below it, whose first word would fit on it."""
    indent, said = _indent(line), _said(line)
    is_set_in = 0 < indent <= _PART_IN and _indent(below) >= indent + _SET_IN
    if not is_set_in or len(said) > _MAX_LETTERS or not said[:1].isalnum() or said.endswith((".", ",", ";", ":")):
        return False
    return len(line) + 1 + len(below.split(maxsplit=1)[0]) <= width


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip()) if line.strip() else 0


def _said(line: str) -> str:
    return " ".join(line.split())


def join_broken_words(text: str) -> str:
    """The text with words that a formatter broke written whole, on the line where they begin.

    >>> join_broken_words("the gen\u2010\\n   erate command, see docs.mi\u2010\\n   crosoft.com")
    'the generate\\n   command, see docs.microsoft.com'

    Where the same hyphen stands in words, too, those are joined without it that the text has elsewhere.

    >>> join_broken_words("a peer\u2010to\u2010\\n  peer link, in\u2010\\n  stall it; to install")
    'a peer\u2010to\u2010peer\\n  link, install\\n  it; to install'
    """
    if "\u2010" not in text:
        return text
    is_of_words = _WITHIN.search(text) is not None
    known = frozenset(word.casefold() for word in _WORD.findall(text)) if is_of_words else frozenset[str]()

    def joined(broken: re.Match[str]) -> str:
        halves = (_WORD.findall(broken["first"]) or [""])[-1], (_WORD.match(broken["rest"]) or [""])[0]
        hyphen = "\u2010" if is_of_words and "".join(halves).casefold() not in known else ""
        is_last = broken.end() == len(text) or text[broken.end()] == "\n"
        return f"{broken['first']}{hyphen}{broken['rest']}" + ("" if is_last else f"\n{broken['blank']}")

    return _BROKEN.sub(joined, text)
