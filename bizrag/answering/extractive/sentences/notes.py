"""A statement with a mark behind it is told with the footnote that has the mark (``parsing.footnotes`` puts it below).
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bizrag.answering.quoting import MAX_QUOTE_CHARS
from bizrag.answering.statements.reading import Statement
from bizrag.model.chunks import ChunkKind
from bizrag.model.retrieval import Hit

_MARK = re.compile(r"[.!?)] ?(?P<mark>\d{1,2}|[a-z]|[*†‡§]{1,3})(?=\s*(?:\n|$)| [A-ZÀ-Þ(])")
# "Chest X-ray b", and no "Vitamin A" or "Step 2"; "Scope 3, total*", "Central costs¹", "Restructuring (1)", and of a
# name with an office behind it "Ann Reid(2) Treasurer"
_LABEL_MARK = re.compile(
    r"\S (?P<letter>[a-z])$|(?P<sign>[*†‡§]{1,3}|[¹²³⁴-⁹])(?=\s|$)"
    r"|(?<=.)\((?P<bracketed>\d{1,2}|[a-z]|\*{1,3})\)(?=\s|$)"
)
# behind a value of a row: "2022 (12.4) 1", "9,880*", "4.1 [2]"
_CELL_MARK = re.compile(r"(?<=[\d)%]) ?(?P<mark>[*†‡§]{1,3}|\[[\da-z]{1,2}\]|(?<= )[1-9a-f])$")
_WITH_NOTES = (ChunkKind.TEXT, ChunkKind.SLIDE)
# what stands right before and in a mark
_NEAR = 5


def with_note(statement: Statement) -> Statement:
    """A statement, as far as the end of its footnote where that stands in the same chunk and both are one quote."""
    text = statement.hit.text
    is_text = statement.hit.kind is ChunkKind.TEXT
    mark = _MARK.search(text, max(statement.end - _NEAR, statement.start)) if is_text else None
    if mark is None or mark.start() > statement.end:
        return statement
    note = _note(mark["mark"]).search(text, mark.end())
    if note is None or note.end() - statement.start > MAX_QUOTE_CHARS:
        return statement
    return replace(statement, end=note.end())


def notes_of_rows(chosen: Sequence[Statement]) -> list[Statement]:
    """The footnotes to the labels of the rows among statements, each once."""
    found = {note.said: note for one in chosen for note in _notes_of_row(one)}
    return list(found.values())


def notes_of_cells(chosen: Sequence[Statement], said: Sequence[str]) -> list[Statement]:
    """The footnotes to the values of rows, of the cells that are told alone, each once."""
    told = " ".join(said)
    found = {note.said: note for one in chosen if one.is_row for note in _notes_of_values(one, told)}
    return list(found.values())


def _notes_of_values(row: Statement, told: str) -> Iterator[Statement]:
    cells = " ".join(row.said.split()).removesuffix(".").partition(": ")[2].split("; ")
    marks = [mark["mark"] for cell in cells if cell in told and (mark := _CELL_MARK.search(cell)) and cell.count(" ")]
    texts = [hit for hit in row.passage.hits if hit.kind in _WITH_NOTES and _is_near(hit, row.hit)]
    for mark in dict.fromkeys(marks):
        # notes follow each other in a paragraph, too: "1 Including ... 2 Proposed."
        note = re.compile(
            rf"(?:\A|\n|(?<=[.!?] )){re.escape(mark)}\)?\.? ?(?=[^\W\d_])[^\n]{{12,}}?(?=\.? [1-9a-f] [A-Z]|\n|\Z)"
        )
        yield from (
            (_whole(row, hit)).part(found.start(), found.end()) for hit in texts for found in note.finditer(hit.text)
        )


def _whole(row: Statement, hit: Hit) -> Statement:
    return Statement(passage=row.passage, hit=hit, start=0, end=len(hit.text))


def _notes_of_row(row: Statement) -> Sequence[Statement]:
    """The note to the label of a row, in a text beside its table."""
    is_row = row.hit.kind is ChunkKind.TABLE or (row.hit.kind is ChunkKind.SLIDE and row.is_row)
    mark = _LABEL_MARK.search(row.said.partition(": ")[0]) if is_row else None
    if mark is None:
        return ()
    beside = (hit for hit in row.passage.hits if hit.kind in _WITH_NOTES and _is_near(hit, row.hit))
    for hit in beside:
        if (note := _note_of_label(mark).search(hit.text)) is not None:
            return (_whole(row, hit).part(note.start(), note.end()),)
    return ()


def _note_of_label(mark: re.Match[str]) -> re.Pattern[str]:
    """What begins as a label ends: with the letter, the sign or the number in brackets."""
    if mark["letter"]:
        return _note(mark["letter"])
    begin = re.escape(mark["sign"]) if mark["sign"] else rf"\({re.escape(mark['bracketed'])}\)"
    # below a table a star is read as the bullet of a list
    begin = rf"(?:{begin}|(?<=>>\n\n)-)" if mark["sign"] == "*" else begin
    return re.compile(rf"(?:\A|\n|(?<=\n)){begin} ?[^\W\d_][^\n]*")


def _is_near(hit: Hit, table: Hit) -> bool:
    """Whether a text is on a page of a table, or on the next one."""
    return any(0 <= page - own <= 1 for page in hit.page_nos for own in table.page_nos)


def _note(mark: str) -> re.Pattern[str]:
    return re.compile(rf"\n\n{re.escape(mark)} [^\W\d_][^\n]*")
