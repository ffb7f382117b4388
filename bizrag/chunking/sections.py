"""A document's reading text as units (sentences, placeholders, headings) in sections.

Units hold spans of :attr:`bizrag.model.parses.Parse.text`, so a run of units is a slice of the document.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sentences import CountTokens, Span, fitting_spans, line_spans, sentence_spans
from bizrag.model.parses import Block, BlockKind, Parse

_BALLOT_BOX = re.compile("[☐☑☒]")
_ITEM_NUMBER = re.compile(r"\d{1,2}\.")
# "6.0.1", "3.3 (2025-08-19)", "2025-08-19": what releases and minutes are called
_DAY = r"\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}"
_RELEASE = re.compile(rf"[\W_]*(?:\d+(?:\.\d+){{2,3}}|(?:\d+(?:\.\d+)*\W+)?(?:{_DAY}))(?!\w)")
_BLOCK_GAP = 2  # blocks are joined by a blank line


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What is never cut again: a sentence, a heading, a placeholder, or a part of an overlong one."""

    # span in the document text
    start: int
    end: int
    tokens: int
    block: Block
    # headings above, the highest first; a heading's own text is the last
    path: tuple[str, ...]
    # whether it is such a heading
    is_heading: bool = False

    @property
    def is_placeholder(self) -> bool:
        return self.block.kind in (BlockKind.TABLE, BlockKind.PICTURE)


@dataclass(slots=True, kw_only=True)
class Section:
    """A heading and what stands below it, or several small sections that stay together."""

    path: tuple[str, ...]
    units: list[Unit] = field(default_factory=list[Unit])
    # kept along with the units: sections are joined one by one, a hundred thousand of them in a file of headings
    tokens: int = 0
    has_body: bool = False

    def add(self, units: Sequence[Unit]) -> None:
        """Put units behind those that are there."""
        self.units += units
        self.tokens += sum(unit.tokens for unit in units)
        self.has_body = self.has_body or any(not unit.is_heading for unit in units)


def read_sections(parse: Parse, params: ChunkParams, count_tokens: CountTokens) -> list[Section]:
    """Sections in reading order. Every visible character of the text is in exactly one unit; furniture is left out."""
    limit = params.input_tokens - params.heading_tokens
    sections: list[Section] = []
    levels: list[tuple[int, str]] = []
    offset = 0
    for block in parse.blocks:
        if block.kind.is_furniture:
            continue
        is_heading = block.kind is BlockKind.HEADING and is_speaking(block.text)
        if is_heading:
            level = block.level or 1
            while levels and levels[-1][0] >= level:
                levels.pop()
            levels.append((level, " ".join(block.text.split())))
        path = tuple(heading for _, heading in levels)
        units = [
            Unit(start=offset + start, end=offset + end, tokens=tokens, block=block, path=path, is_heading=is_heading)
            for (start, end), tokens in _unit_spans(block, limit, count_tokens)
        ]
        if units and (is_heading or not sections):
            sections.append(Section(path=path))
            sections[-1].add(units)
        elif units:
            sections[-1].add(units)
        offset += len(block.text) + _BLOCK_GAP
    return sections


def is_speaking(heading: str) -> bool:
    """Whether a heading names what stands below it: some letters, a release or a day, and no ballot box ('Yes ☒ No ☐'
    of a form).

    >>> is_speaking("1.2 Net sales"), is_speaking("Yes ☒ No ☐"), is_speaking("* * *")
    (True, False, False)
    >>> is_speaking("6.0.1 - 2022-11-29"), is_speaking("3.3 (2025-08-19)"), is_speaking("1,250.00"), is_speaking("1.2")
    (True, True, False, False)
    """
    if _BALLOT_BOX.search(heading) is not None:
        return False
    return sum(letter.isalpha() for letter in heading) >= 2 or _RELEASE.match(heading) is not None


def _unit_spans(block: Block, limit: int, count_tokens: CountTokens) -> Iterator[tuple[Span, int]]:
    text = block.text
    whole = [(len(text) - len(text.lstrip()), len(text.rstrip()))] if text.strip() else []
    match block.kind:
        case BlockKind.TABLE | BlockKind.PICTURE:
            # the placeholder: never cut, whatever it costs
            yield from ((span, count_tokens(text)) for span in whole)
            return
        case BlockKind.HEADING:
            spans = whole
        case BlockKind.CODE:
            spans = line_spans(text)
        case _:
            spans = _with_their_numbers(text, sentence_spans(text))
    for span in spans:
        yield from fitting_spans(text, span, limit=limit, count_tokens=count_tokens)


def _with_their_numbers(text: str, spans: Sequence[Span]) -> list[Span]:
    """Sentences with the number of the item that they begin, which ends with a full stop: alone it says nothing, and
    the item is without it.
    """
    joined: list[Span] = []
    for start, end in spans:
        if joined and _ITEM_NUMBER.fullmatch(text, *joined[-1]) and _begins_line(text, joined[-1][0]):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _begins_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", 0, start) + 1 : start].strip()


def merge_small(sections: list[Section], params: ChunkParams) -> list[Section]:
    """Join sections that are too small to stand alone with their neighbours under the same parent.

    A heading without text always joins what follows. A small section joins the following one when both have the same
    parent or the following one lies below it; the last one of a parent joins the one before, when both fit together.
    """
    # first: a heading that joined a small section before it would be parted from what it heads
    headed: list[Section] = []
    for section in sections:
        if headed and not headed[-1].has_body:
            _join(headed[-1], section)
        else:
            headed.append(Section(path=section.path))
            headed[-1].add(section.units)
    merged: list[Section] = []
    for section in headed:
        if merged and _joins_next(merged[-1], section, params):
            _join(merged[-1], section)
        else:
            merged.append(Section(path=section.path))
            merged[-1].add(section.units)
    kept: list[Section] = []
    for section in merged:
        if kept and _joins_previous(kept[-1], section, params):
            _join(kept[-1], section)
        else:
            kept.append(section)
    return kept


def _joins_next(small: Section, following: Section, params: ChunkParams) -> bool:
    is_below = following.path[: len(small.path)] == small.path
    is_sibling = following.path[:-1] == small.path[:-1]
    return small.tokens < params.merge_tokens and (is_below or is_sibling)


def _joins_previous(previous: Section, small: Section, params: ChunkParams) -> bool:
    room = params.input_tokens - params.heading_tokens
    is_related = small.path[:-1] in (previous.path, previous.path[:-1])
    fits = previous.tokens + small.tokens <= room
    return small.tokens < params.merge_tokens and is_related and fits


def _join(first: Section, second: Section) -> None:
    first.path = common_path([first.path, second.path]) if first.has_body else second.path
    first.add(second.units)


def common_path(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The headings that all paths share.

    >>> common_path([("a", "b"), ("a", "c")])
    ('a',)
    """
    levels = zip(*paths, strict=False)
    return tuple(level[0] for level in takewhile(lambda level: len(set(level)) == 1, levels))
