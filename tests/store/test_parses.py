"""Parses come out of the database as they went in."""

from __future__ import annotations

from sqlalchemy import Connection

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell
from bizrag.store import parses


def test_a_parse_that_is_read_again_has_the_hash_that_it_was_stored_with(conn: Connection) -> None:
    """A second document of the same bytes takes the stored parse: with another hash, it seemed to answer with older
    pages, and all that comes after the pages was made anew. Boxes of slides stand at whole points."""
    box = BoundingBox(l=36, t=21.62503937007874, r=684.0, b=115.19999999999999)
    cell = TableCell(text="Revenue", row_start=0, row_end=1, col_start=0, col_end=1, is_header=True, bbox=box)
    table = TableArtifact(ordinal=1, num_rows=1, num_cols=1, cells=(cell,), markdown="| Revenue |", page_no=1, bbox=box)
    picture = PictureArtifact(ordinal=1, image_sha256=None, width_px=10, height_px=10, page_no=1, bbox=box)
    stored = Parse(
        content_sha256="0" * 64,
        parser_fingerprint="f",
        pages=(Page(page_no=1, width_pt=720.0, height_pt=540.0, text="Targets"),),
        blocks=(Block(ordinal=0, kind=BlockKind.HEADING, text="Targets", page_no=1, bbox=box, level=1),),
        tables=(table,),
        pictures=(picture,),
    )
    output = parses.parse_output_sha256(stored)
    parses.save_parse(conn, stored, output_sha256=output)
    assert parses.parse_output_sha256(parses.load_parse(conn, stored.parse_id)) == output
