"""Where a quote stands on its pages: the paragraphs, table rows and pictures whose words it has. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce

from bizrag.describing.tables import said_rows
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.parses import TableArtifact
from bizrag.model.words import tokens

# A line of a quote and a place share this much of the shorter one. Models that describe tables and slides word them
# anew, and parsers join or part a word here and there.
_SHARED = 0.8
# so many places at most hold a line equally well; more tell nothing
_MAX_EQUAL = 3
# the quote is placed where the lines that have a place hold this share of its words
_PLACED_SHARE = 0.5
# how descriptions mark a line: heading, list item
_LINE_MARKS = "#-•*– "


@dataclass(frozen=True)
class QuotePlace:
    """A box on a page with the words that stand in it: a paragraph, a row of a table, a picture."""

    locator: Locator
    text: str
    # how else a chunk may say it
    also_said: tuple[str, ...] = ()

    def says(self, line: str) -> bool:
        return any(line in text for text in self._lines)

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return tuple(map(_on_one_line, (self.text, *self.also_said)))

    @cached_property
    def words(self) -> Counter[str]:
        return Counter(tokens(self.text))


def places_of(quote: str, candidates: Sequence[QuotePlace]) -> tuple[Locator, ...]:
    """The boxes that hold a quote, in its order; empty where they are not known.

    What says a line of the quote literally holds it. Else the place does that has most words in common with the line:
    a model that describes a table or a slide words its rows and paragraphs anew.
    """
    found: dict[Locator, None] = {}
    num_words = num_placed = 0
    for line in filter(None, map(_on_one_line, quote.splitlines())):
        words = Counter(tokens(line))
        literal = [place for place in candidates if place.says(line)]
        places = literal if 0 < len(literal) <= _MAX_EQUAL else _alike(words, candidates)
        found |= dict.fromkeys(place.locator for place in places)
        num_words += words.total()
        num_placed += words.total() if places else 0
    return tuple(found) if num_placed >= _PLACED_SHARE * num_words else ()


def row_places(table: TableArtifact) -> Iterator[QuotePlace]:
    """The rows of a table whose cells have boxes."""
    for row in said_rows(table):
        # the box of a cell that is merged over several rows reaches over some that are not meant
        boxes = [cell.bbox for cell in row.cells if cell.bbox is not None and cell.row_end - cell.row_start == 1]
        if boxes:
            box = reduce(BoundingBox.union, boxes)
            words = " ".join(cell.text for cell in row.cells)
            yield QuotePlace(Locator(page_no=table.page_no, bbox=box), words, (row.in_words, row.laid_out))


def _alike(words: Counter[str], candidates: Sequence[QuotePlace]) -> list[QuotePlace]:
    """The places that share most words with a line, and most of the shorter of both; none where too many do."""
    shared = [(_num_shared(words, place.words), place) for place in candidates]
    most = max((number for number, _ in shared), default=0)
    best = [place for number, place in shared if number == most > 0]
    return best if len(best) <= _MAX_EQUAL else []


def _num_shared(line: Counter[str], place: Counter[str]) -> int:
    common = (line & place).total()
    return common if common >= _SHARED * min(line.total(), place.total()) else 0


def _on_one_line(text: str) -> str:
    """Without line breaks, and without what marks a heading or an item at the beginning of a line."""
    return " ".join(" ".join(line.lstrip(_LINE_MARKS).split()) for line in text.splitlines()).strip()
