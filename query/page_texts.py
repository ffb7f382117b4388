"""A page, or a part of a document without pages, as it reads: tables and pictures stand where they stood on the page.

In the stored text they are placeholders; passages of answers fill them in the same way
(``bizrag.answering.assembly.inject``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, RowMapping

from bizrag.answering.assembly.inject import Artifact, has_placeholder, inject
from bizrag.errors import NotFoundError
from bizrag.model.chunks import ChunkKind
from bizrag.model.parses import picture_placeholder, table_placeholder
from bizrag.store.fetch import Mark, fetch_artifact_chunks, fetch_descriptions, fetch_pictures, fetch_tables
from query.browsing import browse_chunks, browse_pages, browse_text_blocks, get_document
from query.documents import why_silent

_PLACEHOLDER = re.compile(r"<<(?P<kind>table|picture)_(?P<ordinal>\d+)>>")
#: letters of a part of a document without pages, unless one paragraph or table is longer: some ten pages of a report
PART_CHARS = 20_000
# page numbers are four-byte integers in the database
_ALL = 2_147_483_647


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """A page, or a part of a document without pages."""

    text: str
    # blob
    image_sha256: str | None = None
    # of a document without pages
    num_parts: int = 0


def read_page(conn: Connection, document_id: str, page_no: int, *, index: str) -> tuple[RowMapping, str]:
    """A page of a document, and its text; raises NotFoundError, which says why, where there is none."""
    rows = browse_pages(conn, document_id, index=index, after=page_no - 1, limit=1, with_text=True)
    if not rows or rows[0]["page_no"] != page_no:
        raise NotFoundError(_why_no_page(conn, document_id, page_no, index))
    row = rows[0]
    return row, _filled(row["text"], _artifacts(conn, row["chunk_set_id"], row["text"]))


def read_page_or_part(conn: Connection, document_id: str, page_no: int, *, index: str) -> ReadPage:
    """As ``read_page``; a document without pages (HTML, Markdown, text) is read in parts, as if these were pages."""
    if browse_pages(conn, document_id, index=index, limit=1):
        row, text = read_page(conn, document_id, page_no, index=index)
        return ReadPage(text=text, image_sha256=row["image_sha256"])
    blocks = browse_text_blocks(conn, document_id, index=index)
    if not blocks:
        raise NotFoundError(_why_no_page(conn, document_id, page_no, index))
    texts = [block["text"] for block in blocks]
    artifacts = _artifacts(conn, blocks[0]["chunk_set_id"], "\n".join(texts))
    parts = parted([_filled(text, artifacts) for text in texts], PART_CHARS)
    if page_no > len(parts):
        raise NotFoundError(f"document {document_id} has no page {page_no}: its whole text is {_counted(len(parts))}")
    return ReadPage(text=parts[page_no - 1], num_parts=len(parts))


def parted(paragraphs: Sequence[str], max_chars: int) -> list[str]:
    """Paragraphs joined to parts, at least one; none is longer than ``max_chars`` unless it is a single paragraph.

    >>> parted(["one", "two", "a long paragraph", ""], 8)
    ['one\\n\\ntwo', 'a long paragraph']
    """
    parts = [""]
    for paragraph in filter(None, paragraphs):
        longer = f"{parts[-1]}\n\n{paragraph}" if parts[-1] else paragraph
        if parts[-1] and len(longer) > max_chars:
            parts.append(paragraph)
        else:
            parts[-1] = longer
    return parts


def _why_no_page(conn: Connection, document_id: str, page_no: int, index: str) -> str:
    numbers = [row["page_no"] for row in browse_pages(conn, document_id, index=index, limit=_ALL)]
    if numbers:
        missing = "could not be read" if page_no < numbers[-1] else f"is not there: the last one is {numbers[-1]}"
        return f"page {page_no} of document {document_id} {missing}"
    if browse_chunks(conn, document_id, index=index, limit=1):
        return f"document {document_id} has no pages: its text is in its chunks"
    return why_silent(get_document(conn, document_id), index)


def _counted(num_parts: int) -> str:
    return "page 1" if num_parts == 1 else f"pages 1 to {num_parts}"


def _artifacts(conn: Connection, chunk_set_id: str, text: str) -> list[Artifact]:
    """What stands in place of the placeholders of a text, as passages show it; what is not described, as it is.

    Pictures without words, such as most logos, have nothing to read.
    """
    marks: set[Mark] = {
        (ChunkKind(match["kind"]), (chunk_set_id, int(match["ordinal"]))) for match in _PLACEHOLDER.finditer(text)
    }
    chunks = fetch_artifact_chunks(conn, marks)
    described = {mark: chunk.text for mark, chunk in chunks.items()}
    described |= fetch_descriptions(conn, marks - described.keys())
    tables = fetch_tables(conn, [place for kind, place in marks if kind is ChunkKind.TABLE])
    pictures = fetch_pictures(conn, [place for kind, place in marks if kind is ChunkKind.PICTURE])
    found = [
        Artifact(
            chunk=None,
            kind=ChunkKind.TABLE,
            placeholder=table_placeholder(table.ordinal),
            markdown=table.markdown,
            description=described.get((ChunkKind.TABLE, place), ""),
        )
        for place, table in tables.items()
    ]
    found += [
        Artifact(
            chunk=None,
            kind=ChunkKind.PICTURE,
            placeholder=picture_placeholder(picture.ordinal),
            markdown=picture.chart_markdown,
            description=described.get((ChunkKind.PICTURE, place), picture.text),
        )
        for place, picture in pictures.items()
    ]
    return [artifact for artifact in found if artifact.markdown or artifact.description]


def _filled(text: str, artifacts: Sequence[Artifact]) -> str:
    return inject(text, artifacts).text if has_placeholder(text) else text
