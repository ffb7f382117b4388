"""Whether what a model made of a window is still the window, and which paragraphs its headings are. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from bizrag.describing.formatting.windows import Window
from bizrag.model.parses import Block, is_placeholder
from bizrag.model.words import is_number, tokens

_HEADING = re.compile(r"^#[ \t]+(?P<number>\d+(?:\.\d+)*)\.?[ \t]+(?P<title>\S.*)$")
_ANY_HEADING = re.compile(r"^#+[ \t]*\S")
_FENCE = re.compile(r"^\s*```\w*\s*$")
_PLACEHOLDER = re.compile(r"<<(?:table|picture)_\d+>>")
# of what differs, named in a complaint
_MAX_NAMED = 8
_MAX_CHARS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A paragraph that is a heading."""

    # of the block
    ordinal: int
    # 1 is the highest: the parts of its number
    level: int


class Wrong(StrEnum):
    """What can be wrong with a window."""

    LOST = "text was lost"
    INVENTED = "text was invented"
    HEADING_FORM = "a heading is not of the form '# 1.2 Title'"
    HEADING_PLACE = "a heading is no paragraph of the text"
    CUT = "it was cut at the limit of output tokens"
    REFUSED = "the model refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What is wrong with a window."""

    wrong: Wrong
    # words of the document, or of an error
    detail: str = ""

    @property
    def line(self) -> str:
        """For the model."""
        return f"{self.wrong}: {self.detail}" if self.detail else self.wrong.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The headings of a window, or what is wrong with it."""

    headings: tuple[Heading, ...] = ()
    # empty when all is well
    problems: tuple[Problem, ...] = ()


def check_window(window: Window, written: str, *, max_changed_share: float) -> Checked:
    """Compare what was written with the window: numbers, tables and pictures exactly, words up to a share.

    The numbers that headings begin with may be new. Every heading is one paragraph of the window, in order.
    """
    lines = [line.strip() for line in written.splitlines() if not _FENCE.match(line)]
    headings, misplaced = _place_headings(window.blocks, lines)
    problems = (*_misformed(lines), *_differences(window, lines, max_changed_share), *misplaced)
    return Checked(problems=problems) if problems else Checked(headings=headings)


def _misformed(lines: Iterable[str]) -> list[Problem]:
    wrong = [line for line in lines if _ANY_HEADING.match(line) and not _HEADING.match(line)]
    return [Problem(wrong=Wrong.HEADING_FORM, detail=line[:_MAX_CHARS]) for line in wrong[:_MAX_NAMED]]


def _differences(window: Window, lines: Sequence[str], max_changed_share: float) -> list[Problem]:
    """What is missing and what is new."""
    given = _count(window.text)
    # with the numbers that headings were given, and without
    full, bare = _count("\n".join(lines)), _count("\n".join(map(_without_number, lines)))
    problems: list[Problem] = []
    for wrong, found in ((Wrong.LOST, given - full), (Wrong.INVENTED, bare - given)):
        changed = sum(number for token, number in found.items() if not _must_stay(token))
        is_much = changed > max_changed_share * given.total()
        named = [token for token in found if is_much or _must_stay(token)]
        if named:
            more = f" and {len(named) - _MAX_NAMED} more" if len(named) > _MAX_NAMED else ""
            problems.append(Problem(wrong=wrong, detail=", ".join(named[:_MAX_NAMED]) + more))
    return problems


def _count(text: str) -> Counter[str]:
    marks = _PLACEHOLDER.findall(text)
    return Counter([*marks, *tokens(_PLACEHOLDER.sub(" ", text))])


def _must_stay(token: str) -> bool:
    return is_placeholder(token) or is_number(token)


def _without_number(line: str) -> str:
    match = _HEADING.match(line)
    return match["title"] if match else line


def _place_headings(blocks: Sequence[Block], lines: Iterable[str]) -> tuple[tuple[Heading, ...], list[Problem]]:
    """The block of each heading, each after the one before; and the headings that have none."""
    said = [tokens(block.text) for block in blocks]
    placed: list[Heading] = []
    misplaced: list[Problem] = []
    at = 0
    for match in filter(None, map(_HEADING.match, lines)):
        number, title = match["number"], match["title"]
        wanted = (tokens(title), tokens(f"{number} {title}"))
        found = next((place for place in range(at, len(blocks)) if said[place] and said[place] in wanted), None)
        if found is None:
            misplaced.append(Problem(wrong=Wrong.HEADING_PLACE, detail=title[:_MAX_CHARS]))
            continue
        placed.append(Heading(ordinal=blocks[found].ordinal, level=number.count(".") + 1))
        at = found + 1
    return tuple(placed), misplaced[:_MAX_NAMED]
