"""Hits, passages and images for tests that need no database."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from bizrag.model.answers import Figure, Passage
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import BoundingBox, Locator
from bizrag.model.retrieval import Hit, Retriever


def make_hit(
    number: int,
    text: str,
    *,
    doc: str = "report.pdf",
    kind: ChunkKind = ChunkKind.TEXT,
    headings: Sequence[str] = (),
    found: bool = True,
) -> Hit:
    """A hit whose rank, chunk number and page are ``number``; ``found`` False: it only came along."""
    return Hit(
        rank=number,
        score=1 / number,
        retriever=Retriever.HYBRID,
        chunk_no=number,
        chunk_id=f"{number:032x}",
        document_id=doc,
        doc=doc,
        title=f"Title of {doc}",
        kind=kind,
        text=text,
        headings=tuple(headings),
        locators=(Locator(page_no=number, bbox=BoundingBox(l=10, t=20, r=300, b=400)),),
        route_ranks={"dense": number} if found else {},
    )


def make_passage(number: int, *hits: Hit, text: str | None = None, figures: Sequence[Figure] = ()) -> Passage:
    """A passage of hits of one document; its text is theirs unless another is given."""
    return Passage(
        passage_id=number,
        document_id=hits[0].document_id,
        doc=hits[0].doc,
        title=hits[0].title,
        text="\n\n".join(hit.text for hit in hits) if text is None else text,
        hits=hits,
        figures=tuple(figures),
    )


def make_image(colour: str, *, size: tuple[int, int] = (40, 30), image_format: str = "PNG") -> bytes:
    """An image of one colour."""
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, image_format)
    return buffer.getvalue()


def write_page(path: Path, *, num_pages: int = 1) -> None:
    """A PDF of pages with a heading and some lines: the least for which a parser loads its models."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)
    for _ in range(num_pages):
        canvas.setFont("Helvetica-Bold", 16)
        canvas.drawString(72, 760, "Pumps of the northern plant")
        canvas.setFont("Helvetica", 11)
        for line in range(8):
            canvas.drawString(
                72, 720 - 16 * line, f"The pump in hall {line} was serviced in May and runs at 4{line} bar."
            )
        canvas.showPage()
    canvas.save()
