"""Statements: the sentences, list items and table rows of passages, each a literal piece of its chunk. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bizrag.answering.terms import terms
from bizrag.chunking.sentences import sentence_spans
from bizrag.model.answers import Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit
from bizrag.model.words import tokens

# placeholders, and the marks around tables and pictures in descriptions of slides
_MARK = re.compile(r"<<(?:table|picture)_\d+>>|\[(?:TABLE|PICTURE) (?:START|END)\]")
_BULLET = re.compile(r"^(?:(?:[-•*–▪◦]|#+|\(?\d{1,2}[.)])\s+)+")
_SENTENCE_END = re.compile(r"[.!?:;][\"'”’)]*$")
# a line of this length that ends in no punctuation was broken by the width of the page
_WRAPPED_CHARS = 60
# "To avoid surprises:" says nothing without what it leads to
_LEAD_IN = re.compile(r":[\"'”’)*]*$")
# a list is part of the statement that leads to it up to this length, which a quote still takes
_LIST_CHARS = 600
# "Net sales: 2023 $94,836; 2022 $97,278." as descriptions of tables say a row
_ROW = re.compile(r"^(?P<label>[^\n]+?): (?P<cells>[^\n]*; [^\n]*?)\.?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A sentence, list item or table row of a hit: ``hit.text[start:end]``, literally."""

    passage: Passage
    hit: Hit
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.hit.text[self.start : self.end]

    @property
    def with_heading(self) -> str:
        """The statement on one line, after the nearest heading and, for a row, the table's caption: what is embedded.

        A row alone ("Marine: 2024 10.1%.") does not say what it is about.
        """
        heading = self.hit.headings[-1] if len(self.hit.headings) > 1 else ""
        first_line = self.hit.text.split("\n", 1)[0] if self.hit.kind is ChunkKind.TABLE else ""
        parts = dict.fromkeys(part.strip().rstrip(".") for part in (heading, first_line) if part.strip())
        return " ".join(". ".join((*parts, self.text)).split())

    @property
    def is_whole(self) -> bool:
        """False for headings, lead-ins without a list and fragments: running text that ends without punctuation."""
        text = self.text.strip()
        if text.startswith("#") or _LEAD_IN.search(text):
            return False
        return (
            self.hit.kind is not ChunkKind.TEXT
            or _SENTENCE_END.search(text) is not None
            or _is_list_item(text.rsplit("\n", 1)[-1])
        )


def read_statements(passages: Sequence[Passage]) -> list[Statement]:
    """Statements of all hits, each chunk once; questions and bare placeholders are left out."""
    found: list[Statement] = []
    seen: set[int] = set()
    for passage in passages:
        for hit in passage.hits:
            if hit.chunk_no not in seen:
                seen.add(hit.chunk_no)
                spans = _with_lists(hit, list(_spans(hit)))
                found += [Statement(passage=passage, hit=hit, start=start, end=end) for start, end in spans]
    return [statement for statement in found if _says_something(statement.text)]


def readable(statement: Statement, question: str) -> str:
    """The statement as an answer shows it: on one line, without bullet, and of a table row only the cells asked for."""
    text = _BULLET.sub("", " ".join(statement.text.split()))
    return _asked_cells(text, question) if statement.hit.kind is not ChunkKind.TEXT else text


def _spans(hit: Hit) -> Iterator[tuple[int, int]]:
    for start, end in _lines(hit):
        line = hit.text[start:end]
        # A row holds dots that end no sentence: "Pos. 3; Dr. Oduya".
        if hit.kind is not ChunkKind.TEXT and _ROW.match(line):
            yield start, end
        else:
            yield from ((start + left, start + right) for left, right in sentence_spans(line))


def _with_lists(hit: Hit, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans, those of lead-ins with the items of their list; each item stays a statement of its own as well."""
    for at, (start, end) in enumerate(spans):
        whole = end
        items = spans[at + 1 :] if _LEAD_IN.search(hit.text[start:end].rstrip()) else []
        for left, right in items:
            if right - start > _LIST_CHARS or not _is_list_item(hit.text[left:right]):
                break
            whole = right
        yield start, whole


def _lines(hit: Hit) -> list[tuple[int, int]]:
    """Spans of lines, with lines that the page's width broke put together again."""
    spans: list[tuple[int, int]] = []
    for match in re.finditer(r"[^\n]+", hit.text):
        start, end = match.span()
        if spans and spans[-1][1] + 1 == start and _goes_on(hit.text[slice(*spans[-1])], match[0], hit.kind):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _goes_on(line: str, following: str, kind: ChunkKind) -> bool:
    """Whether a line is continued by the following one. Descriptions of tables and pictures have whole lines."""
    last, first = line.rsplit("\n", 1)[-1].strip(), following.strip()
    if kind in (ChunkKind.TABLE, ChunkKind.PICTURE) or not first:
        return False
    if _SENTENCE_END.search(last) or _BULLET.match(first) or _MARK.search(last + first):
        return False
    if kind is ChunkKind.SLIDE:
        return first[0].islower()
    return first[0].islower() or len(last) >= _WRAPPED_CHARS


def _says_something(text: str) -> bool:
    return _MARK.search(text) is None and len(tokens(text)) >= 2 and not text.rstrip().endswith("?")


def _is_list_item(text: str) -> bool:
    return _BULLET.match(text) is not None


def _asked_cells(row: str, question: str) -> str:
    """A row with the cells whose columns the question names: ``Net sales: 2023 $94,836.``; else the whole row.

    >>> _asked_cells("Net sales: 2023 $94,836; 2022 $97,278.", "What were net sales in 2022?")
    'Net sales: 2022 $97,278.'
    >>> _asked_cells("Net sales: 2023 $94,836; 2022 $97,278.", "What were net sales?")
    'Net sales: 2023 $94,836; 2022 $97,278.'
    """
    match = _ROW.match(row)
    if match is None:
        return row
    cells = match["cells"].split("; ")
    asked = set(terms(question)) - set(terms(match["label"]))
    named = [asked & set(terms(cell)) for cell in cells]
    # A cell goes when it names nothing, or only what another cell names besides more.
    kept = [
        cell for cell, names in zip(cells, named, strict=True) if names and not any(names < others for others in named)
    ]
    return f"{match['label']}: {'; '.join(kept)}." if kept and len(kept) < len(cells) else row
