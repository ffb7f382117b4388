"""Parses in the database: pages, blocks, tables and pictures, written once and read back as they were.

All functions run in the caller's transaction.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from bizrag.model.geometry import BoundingBox
from bizrag.model.hashing import sha256_json
from bizrag.model.parses import Block, BlockKind, Page, Parse, PictureArtifact, TableArtifact, TableCell
from bizrag.store.catalog import to_json
from sql import statement


def parse_output_sha256(parse: Parse) -> str:
    """Hash of what later stages read of a parse: a new parser version with the same result stops the cascade."""
    return sha256_json(
        [
            [[page.page_no, page.image_sha256] for page in parse.pages],
            [_block_row(block) for block in parse.blocks],
            [_table_row(table) for table in parse.tables],
            [_picture_row(picture) for picture in parse.pictures],
        ]
    )


def save_parse(conn: Connection, parse: Parse, *, output_sha256: str) -> None:
    """Store a parse with its pages, blocks, tables and pictures; nothing happens when it is stored already."""
    stored = conn.execute(
        statement("insert_parse"),
        {
            "parse_id": parse.parse_id,
            "content_sha256": parse.content_sha256,
            "parser_fingerprint": parse.parser_fingerprint,
            "output_sha256": output_sha256,
            "num_pages": len(parse.pages),
            "failed_pages": list(parse.failed_pages),
            "warnings": to_json(list(parse.warnings)),
            "seconds": to_json(parse.seconds),
        },
    ).first()
    if stored is None:
        return
    for name, rows in (
        ("insert_pages", [_page_row(page) for page in parse.pages]),
        ("insert_blocks", [_block_row(block) for block in parse.blocks]),
        ("insert_tables", [_table_row(table) for table in parse.tables]),
        ("insert_pictures", [_picture_row(picture) for picture in parse.pictures]),
    ):
        if rows:
            conn.execute(statement(name), {"parse_id": parse.parse_id, "rows": to_json(rows)})


def load_parse_output(conn: Connection, parse_id: str) -> str | None:
    """The output hash of a stored parse."""
    return conn.execute(statement("select_parse_output"), {"parse_id": parse_id}).scalar()


def load_parse(conn: Connection, parse_id: str) -> Parse:
    """A stored parse. Raises LookupError when there is none."""
    row = conn.execute(statement("select_parse"), {"parse_id": parse_id}).mappings().first()
    if row is None:
        raise LookupError(f"parse {parse_id} is not stored")
    return Parse(
        content_sha256=row["content_sha256"],
        parser_fingerprint=row["parser_fingerprint"],
        pages=tuple(Page(**_without_parse_id(page)) for page in row["pages"]),
        blocks=tuple(_block(block) for block in row["blocks"]),
        tables=tuple(table_from_row(table) for table in row["tables"]),
        pictures=tuple(_picture(picture) for picture in row["pictures"]),
        failed_pages=tuple(row["failed_pages"]),
        warnings=tuple(row["warnings"]),
        seconds=row["seconds"],
    )


def _bbox_json(bbox: BoundingBox | None) -> list[float] | None:
    # Postgres gives 36.0 back as 36, and a parse that was read again has to have the hash that it was stored with
    return [float(side) for side in bbox.to_json()] if bbox else None


def _bbox(value: list[float] | None) -> BoundingBox | None:
    return BoundingBox.from_json(value) if value else None


def _without_parse_id(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in ("parse_id", "artifact_sha256")}


def _page_row(page: Page) -> dict[str, Any]:
    return {name: getattr(page, name) for name in Page.__dataclass_fields__}


def _block_row(block: Block) -> dict[str, Any]:
    return {
        "ordinal": block.ordinal,
        "kind": block.kind.value,
        "text": block.text,
        "page_no": block.page_no,
        "bbox": _bbox_json(block.bbox),
        "level": block.level,
    }


def _block(row: dict[str, Any]) -> Block:
    values = _without_parse_id(row)
    values |= {"kind": BlockKind(values["kind"]), "bbox": _bbox(values["bbox"])}
    return Block(**values)


def _table_row(table: TableArtifact) -> dict[str, Any]:
    return {
        "ordinal": table.ordinal,
        "artifact_sha256": table.artifact_sha256,
        "page_no": table.page_no,
        "bbox": _bbox_json(table.bbox),
        "caption": table.caption,
        "num_rows": table.num_rows,
        "num_cols": table.num_cols,
        "cells": [
            {
                "text": cell.text,
                "row_start": cell.row_start,
                "row_end": cell.row_end,
                "col_start": cell.col_start,
                "col_end": cell.col_end,
                "is_header": cell.is_header,
                "bbox": _bbox_json(cell.bbox),
            }
            for cell in table.cells
        ],
        "markdown": table.markdown,
    }


def table_from_row(row: dict[str, Any]) -> TableArtifact:
    """A table from a row of ``table_artifact``; what identifies it in the store is left out."""
    values = _without_parse_id(row)
    values |= {"cells": tuple(_cell(cell) for cell in values["cells"]), "bbox": _bbox(values["bbox"])}
    return TableArtifact(**values)


def _cell(row: dict[str, Any]) -> TableCell:
    values: dict[str, Any] = {**row, "bbox": _bbox(row["bbox"])}
    return TableCell(**values)


def _picture_row(picture: PictureArtifact) -> dict[str, Any]:
    values = {name: getattr(picture, name) for name in PictureArtifact.__dataclass_fields__}
    return values | {"artifact_sha256": picture.artifact_sha256, "bbox": _bbox_json(picture.bbox)}


def _picture(row: dict[str, Any]) -> PictureArtifact:
    values = _without_parse_id(row)
    values |= {"bbox": _bbox(values["bbox"])}
    return PictureArtifact(**values)
