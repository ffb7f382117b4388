"""The chunks of the section, page or release of a document that a question names by its number, without a search."""

from __future__ import annotations

from sqlalchemy import Connection

from bizrag.model.chunks import ChunkKind
from bizrag.model.counted_parts import Counted, mentioned_in, missing_of, numbers_in
from bizrag.model.places import Part, is_of_section
from bizrag.model.provisions import mark_of
from bizrag.model.releases import is_same_version, version_of_heading
from bizrag.model.retrieval import Hit, Retriever
from bizrag.store.hits import hit_of
from sql import statement

# what the chunks hold that have numbers of a kind: any text where headings may be anywhere
_COUNTED = {Counted.FIGURES: "%ig%", Counted.TABLES: "%able%", Counted.SECTIONS: "%", Counted.REFERENCES: "%"}
# no search ranked them
_NO_SCORE = 0.0
# what a footnote that begins with a number has more of
_MAX_WORDS, _STOPS = 14, (".", ";", ",")


def part_chunks(
    conn: Connection, part: Part, number: str, *, index_no: int, document_id: str, retriever: Retriever
) -> list[Hit]:
    """The chunks on a page, or below or with the heading of a section or release, or with the paragraph that has its
    number, in the order of reading; ranks count from 1.
    """
    # the last part of a release may be left out where it is 0
    written = number.removesuffix(".0") if part is Part.RELEASE else number
    rows = conn.execute(
        statement("select_chunks_of_part"),
        {
            "index_no": index_no,
            "document_id": document_id,
            "page_no": int(number) if part is Part.PAGE else None,
            "patterns": [] if part is Part.PAGE else [f"%{written}%"],
        },
    ).mappings()
    found = [
        row
        for row in rows
        if part is Part.PAGE
        or any(_is_of(part, line, number) for line in (*row["headings"][1:], *_lines(row["text"])))
        or (part is Part.SECTION and any(_is_numbered(one, number) for one in row["text"].split("\n\n")))
    ]
    return [
        hit_of(row, rank=place, score=_NO_SCORE, retriever=retriever, route_ranks={})
        for place, row in enumerate(found, start=1)
    ]


def counted_chunks(
    conn: Connection, kind: Counted, *, index_no: int, document_id: str, retriever: Retriever
) -> list[Hit]:
    """The chunks that hold the numbers of a document's figures, tables, sections or references, each number once, in
    the order of reading; ranks count from 1.
    """
    parameters = {"index_no": index_no, "document_id": document_id, "page_no": None, "patterns": [_COUNTED[kind]]}
    rows = conn.execute(statement("select_chunks_of_part"), parameters).mappings().all()
    # what a table or picture is, its own chunk says in the fewest words
    rows = sorted(rows, key=lambda row: row["kind"] == ChunkKind.TEXT)
    first: dict[str, int] = {}
    for row in rows:
        for number, start, _ in numbers_in(kind, row["text"], row["headings"]):
            if start >= 0:
                first.setdefault(number, row["chunk_no"])
    missing = missing_of(first)
    for row in rows:
        for number in mentioned_in(kind, row["text"]) & missing:
            first.setdefault(number, row["chunk_no"])
    kept = [row for row in rows if row["chunk_no"] in set(first.values())]
    return [
        hit_of(row, rank=place, score=_NO_SCORE, retriever=retriever, route_ranks={})
        for place, row in enumerate(kept, start=1)
    ]


def _is_of(part: Part, heading: str, number: str) -> bool:
    if part is Part.RELEASE:
        return is_same_version(version_of_heading(heading), number)
    return is_of_section(heading, number)


def _is_numbered(paragraph: str, number: str) -> bool:
    """Whether a paragraph is the provision with a number: "7.3 Subject to clause 7.1, …", "Article 5 – Duties"."""
    mark = mark_of(paragraph)
    return mark is not None and mark.value == number and (mark.is_dotted or mark.has_kind)


def _lines(text: str) -> list[str]:
    """The short lines that stand alone, as headings do."""
    paragraphs = (paragraph.strip() for paragraph in text.split("\n\n"))
    return [one for one in paragraphs if "\n" not in one and len(one.split()) <= _MAX_WORDS and one[-1:] not in _STOPS]
