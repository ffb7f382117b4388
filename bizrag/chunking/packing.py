"""Units become pieces (the text chunks to be), and texts become embedding inputs: packing into the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sections import Section, Unit, common_path
from bizrag.chunking.sentences import CountTokens, fitting_spans
from bizrag.model.parses import BlockKind

# tokens that the headings above a text take in its embedding input
PrefixTokens = Callable[[tuple[str, ...]], int]

# A piece that is fuller than this ends with its paragraph instead of taking the first sentences of the next one.
_FULL_ENOUGH = 0.6
# the label of a list has no more words
_LABEL_WORDS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """Consecutive units: the text of one chunk."""

    units: tuple[Unit, ...]

    @property
    def span(self) -> tuple[int, int]:
        return self.units[0].start, self.units[-1].end

    @property
    def tokens(self) -> int:
        return sum(unit.tokens for unit in self.units)

    @property
    def path(self) -> tuple[str, ...]:
        """The headings that all of it stands under."""
        body = [unit.path for unit in self.units if not unit.is_heading]
        return common_path(body) if body else self.units[-1].path

    @property
    def said_headings(self) -> tuple[str, ...]:
        """Headings that are part of its text."""
        return tuple(unit.path[-1] for unit in self.units if unit.is_heading and unit.path)

    def paragraphs(self, text: str, *, with_placeholders: bool = False) -> list[str]:
        """Its paragraphs, or what it holds of them; placeholders only where they are asked for."""
        runs = [list(run) for _, run in groupby(self.units, key=lambda unit: unit.block.ordinal)]
        kept = (run for run in runs if with_placeholders or not run[0].is_placeholder)
        return [text[run[0].start : run[-1].end] for run in kept]

    @property
    def has_words(self) -> bool:
        return any(not unit.is_placeholder for unit in self.units)


def pack_sections(sections: Sequence[Section], params: ChunkParams, prefix_tokens: PrefixTokens) -> list[Piece]:
    """The text chunks of a document, in reading order.

    Every unit is in exactly one piece. No piece holds placeholders only while the document has a word of text.
    ``prefix_tokens`` says how much of the window the headings above a text take.
    """
    pieces: list[Piece] = []
    for section in sections:
        room = params.input_tokens - max(prefix_tokens(path) for path in {unit.path for unit in section.units})
        packed = [Piece(units=tuple(units)) for units in _packed(section.units, room)]
        pieces += _balanced(packed, room, params.merge_tokens)
    return _with_words(pieces)


def _packed(units: Sequence[Unit], room: int) -> Iterator[list[Unit]]:
    """Fill pieces with whole paragraphs, else with whole sentences; a heading ends a piece only where it must."""
    current: list[Unit] = []
    used = 0
    for number, unit in enumerate(units):
        if current and (used + unit.tokens > room or _ends_here(current, used, units, number, room)):
            carried = _leading_to(unit, current)
            if len(carried) == len(current) or sum(one.tokens for one in carried) + unit.tokens > room:
                carried = list[Unit]()
            yield current[: len(current) - len(carried)]
            current = carried
            used = sum(one.tokens for one in carried)
        current.append(unit)
        used += unit.tokens
    if current:
        yield current


def _ends_here(current: list[Unit], used: int, units: Sequence[Unit], number: int, room: int) -> bool:
    """Whether a well-filled piece ends with its paragraph, because the paragraph from ``number`` on does not fit."""
    is_paragraph_end = current[-1].block is not units[number].block and not current[-1].is_heading
    return is_paragraph_end and used > _FULL_ENOUGH * room and used + _rest_of_block(units, number) > room


def _rest_of_block(units: Sequence[Unit], number: int) -> int:
    """Tokens of the paragraph that starts with this unit."""
    block, total = units[number].block, 0
    while number < len(units) and units[number].block is block:
        total += units[number].tokens
        number += 1
    return total


def _leading_to(unit: Unit, before: list[Unit]) -> list[Unit]:
    """The units right before one that stay with it: headings, and what introduces a list."""
    count = 0
    following = unit
    while count < len(before) and _leads(before[-1 - count], following):
        following = before[-1 - count]
        count += 1
    return before[len(before) - count :]


def _leads(unit: Unit, following: Unit) -> bool:
    """Whether a unit is nothing without what follows: a heading; before a list the sentence that ends with a colon, or
    a line that is its label.
    """
    if unit.is_heading:
        return True
    if unit.block.kind is not BlockKind.TEXT or following.block.kind is not BlockKind.LIST_ITEM:
        return False
    said = unit.block.text.rstrip()
    return said.endswith(":") or (len(said.split()) <= _LABEL_WORDS and (said[-1:].isalnum() or said.endswith(")")))


def _balanced(pieces: list[Piece], room: int, least: int) -> list[Piece]:
    """Share the last two pieces of a section out evenly when the last one is tiny."""
    if len(pieces) < 2 or pieces[-1].tokens >= least:
        return pieces
    units = [*pieces[-2].units, *pieces[-1].units]
    total = sum(unit.tokens for unit in units)
    if total <= room:
        return [*pieces[:-2], Piece(units=tuple(units))]
    best = len(pieces[-2].units)
    distance = abs(total - 2 * pieces[-2].tokens)
    before = 0
    for cut, unit in enumerate(units[:-1], start=1):
        before += unit.tokens
        fits = before <= room and total - before <= room
        if fits and not _leads(unit, units[cut]) and abs(total - 2 * before) < distance:
            best, distance = cut, abs(total - 2 * before)
    return [*pieces[:-2], Piece(units=tuple(units[:best])), Piece(units=tuple(units[best:]))]


def _with_words(pieces: list[Piece]) -> list[Piece]:
    """Give pieces of nothing but placeholders to a neighbour: placeholders are not embedded, so they always fit."""
    kept: list[Piece] = []
    for piece in pieces:
        if kept and not (piece.has_words and kept[-1].has_words):
            kept[-1] = Piece(units=(*kept[-1].units, *piece.units))
        else:
            kept.append(piece)
    return kept


def inputs_of(prefix: str, texts: Sequence[str], *, params: ChunkParams, count_tokens: CountTokens) -> tuple[str, ...]:
    """Embedding inputs, at least one: the prefix, then as many of the texts as fit, one a line.

    A text that does not fit alone is cut between words. Every input is counted as a whole, because a tokenizer may
    need more for a joined text than for its parts; then smaller parts are tried.
    """
    limit = params.input_tokens - count_tokens(prefix)
    while True:
        parts = list(_joined_parts(texts, limit, count_tokens)) or [""]
        inputs = tuple("\n".join(one for one in (prefix, part) if one) for part in parts)
        if limit <= 1 or all(count_tokens(one) <= params.input_tokens for one in inputs):
            return inputs
        limit //= 2


def _joined_parts(texts: Sequence[str], limit: int, count_tokens: CountTokens) -> Iterator[str]:
    """Join consecutive texts by line feeds while they fit."""
    current: list[str] = []
    used = 0
    for text in texts:
        for (start, end), tokens in fitting_spans(text, (0, len(text)), limit=limit, count_tokens=count_tokens):
            if current and used + tokens > limit:
                yield "\n".join(current)
                current = []
                used = 0
            current.append(text[start:end])
            used += tokens
    if current:
        yield "\n".join(current)
