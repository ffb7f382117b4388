"""Chunks of descriptions: tables, pictures and slides. A description stays one chunk, in as many inputs as it needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from bizrag.chunking.headings import HeadingPaths, shorten_text
from bizrag.chunking.packing import inputs_of
from bizrag.chunking.params import ChunkParams
from bizrag.chunking.sentences import CountTokens, sentence_spans
from bizrag.model.parses import PictureArtifact, TableArtifact

_WORD = re.compile(r"\w+")
# around tables and pictures in a slide's description
_MARK = re.compile(r"\[(?:TABLE|PICTURE) (?:START|END)\]")
_NAME = re.compile(r"[^\W\d_]{3}")
# Q3 2022, FY21, 30/9/19
_PERIOD = re.compile(r"\b(?:[qh][1-4]|fy ?\d|\d{1,2}/\d{1,2}/\d{2})", re.IGNORECASE)


def table_inputs(
    table: TableArtifact, description: str, prefix: str, *, params: ChunkParams, count_tokens: CountTokens
) -> tuple[str, ...]:
    """Groups of rows; every part repeats the headings, the caption and the column labels.

    Without ``params.table_data`` the data fields stay out (HiQA 3.2): vectors say little about numbers, which BM25
    finds, and a row of them costs as many tokens as a paragraph. What the description adds to the cells stays.
    """
    lines = [line for line in description.splitlines() if line.strip() and line.strip() != table.caption.strip()]
    if not params.table_data:
        lines = [*_beyond_cells(table, lines), *_row_labels(table)]
    lead = [table.caption, _column_labels(table, lines)]
    return _inputs_with_lead(prefix, lead, lines, params=params, count_tokens=count_tokens)


def picture_inputs(
    picture: PictureArtifact, description: str, prefix: str, *, params: ChunkParams, count_tokens: CountTokens
) -> tuple[str, ...]:
    """Sentences of the description; every part repeats the headings and the caption."""
    lines = [line for line in _sentences(description) if line != picture.caption.strip()]
    return _inputs_with_lead(prefix, [picture.caption], lines, params=params, count_tokens=count_tokens)


def slide_inputs(spoken: str, prefix: str, *, params: ChunkParams, count_tokens: CountTokens) -> tuple[str, ...]:
    """Sentences and lines of what a slide says (``spoken_slide``); every part repeats the headings."""
    return inputs_of(prefix, _sentences(spoken), params=params, count_tokens=count_tokens)


def spoken_slide(description: str) -> str:
    """A slide's description without the marks of its layout, which are no words of it: what is indexed and embedded.

    >>> spoken_slide("# Sales\\n[TABLE START]\\nRegion | 2025\\nNordics | 131.9\\n[TABLE END]")
    '# Sales\\nRegion 2025\\nNordics 131.9'
    """
    lines = (line for line in description.splitlines() if not _MARK.fullmatch(line.strip()))
    return "\n".join(" ".join(line.replace("|", " ").split()) for line in lines)


def artifact_lexical(artifact: TableArtifact | PictureArtifact, description: str, headings: str) -> str:
    """What BM25 sees of a table or picture."""
    if isinstance(artifact, TableArtifact):
        return table_lexical(artifact, description, headings)
    return picture_lexical(artifact, description, headings)


def table_lexical(table: TableArtifact, description: str, headings: str) -> str:
    """Headings and description, and the cells that hold a word the description lacks."""
    return _with_missing(headings, description, [table.caption, *(cell.text for cell in table.cells)])


def picture_lexical(picture: PictureArtifact, description: str, headings: str) -> str:
    """Headings and description, and the lines inside the picture that hold a word the description lacks."""
    inside = [picture.caption, *picture.text.splitlines(), *picture.chart_markdown.splitlines()]
    return _with_missing(headings, description, inside)


def _inputs_with_lead(
    prefix: str, lead: Iterable[str], lines: Sequence[str], *, params: ChunkParams, count_tokens: CountTokens
) -> tuple[str, ...]:
    """Inputs whose every part starts with prefix and lead; the lead takes no more than the heading share."""
    spoken = "\n".join(part.strip() for part in lead if part.strip())
    short = shorten_text(spoken, max_tokens=params.heading_tokens, count_tokens=count_tokens)
    whole = "\n".join(part for part in (prefix, short) if part)
    return inputs_of(whole, lines, params=params, count_tokens=count_tokens)


def _column_labels(table: TableArtifact, lines: Sequence[str]) -> str:
    """The header cells in reading order, each text once: 'Region; 2023; 2022'; without those that most lines repeat."""
    num_rows = _num_header_rows(table)
    headers = [cell for cell in table.cells if cell.is_header and cell.row_start < num_rows and cell.text]
    top = dict.fromkeys(cell.text for cell in sorted(headers, key=lambda cell: (cell.row_start, cell.col_start)))
    return "; ".join(label for label in top if 2 * sum(label in line for line in lines) < len(lines))


def _beyond_cells(table: TableArtifact, lines: Iterable[str]) -> list[str]:
    """The lines that say more than the cells do: a third of their words stand in no cell."""
    inside = {word for cell in table.cells for word in _words(cell.text)}
    told = [(line, _words(line)) for line in lines]
    return [line for line, words in told if 3 * sum(word not in inside for word in words) > len(words)]


def _row_labels(table: TableArtifact) -> list[str]:
    """What stands in the rows below the column labels besides data, each text once; a line for each row."""
    num_headers = _num_header_rows(table)
    said: set[str] = set()
    lines: list[str] = []
    for row in range(num_headers, table.num_rows):
        cells = sorted((cell for cell in table.cells if cell.row_start == row), key=lambda cell: cell.col_start)
        texts = [cell.text.strip() for cell in cells if cell.col_start == 0 or not _is_data(cell.text)]
        new = [text for text in dict.fromkeys(texts) if _WORD.search(text) and text not in said]
        said.update(new)
        if new:
            lines.append("; ".join(new))
    return lines


def _is_data(text: str) -> bool:
    """A number with its signs and units, a dash or nothing: no word of three letters, no period."""
    return not _NAME.search(text) and not _PERIOD.search(text)


def _num_header_rows(table: TableArtifact) -> int:
    """Leading rows that hold a header cell: header cells below them label rows, not columns."""
    rows = {cell.row_start for cell in table.cells if cell.is_header}
    count = 0
    while count in rows and count < table.num_rows - 1:
        count += 1
    return count


def _sentences(text: str) -> list[str]:
    return [line[start:end] for line in text.splitlines() for start, end in sentence_spans(line)]


def _with_missing(headings: str, description: str, extras: Iterable[str]) -> str:
    """Terms counted twice would weigh twice in BM25: only texts that bring a new word are added."""
    said = set(_words(description))
    missing = [extra for extra in extras if not said.issuperset(_words(extra))]
    return "\n".join(part for part in (headings, description, *dict.fromkeys(missing)) if part)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def first_heading(headings: HeadingPaths, description: str) -> str:
    """The first line of a slide's description, as its heading: markdown marks removed, short."""
    line = next((line.strip("#*- \t") for line in description.splitlines() if line.strip("#*- \t")), "")
    return "" if line == headings.title or len(line) > 120 or line.startswith("[") else line
