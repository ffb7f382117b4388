"""XLSX: every sheet as a section of its own, its cells as they are shown; nothing is calculated."""

from __future__ import annotations

import io
import posixpath
import re
import time
import warnings
import zipfile
from collections.abc import Iterator, Set
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from PIL import Image

from bizrag.errors import BadInputError, BizragError
from bizrag.model.parses import BlockKind
from bizrag.parsing.draft import Draft, DraftText
from bizrag.parsing.images.pictures import EmbeddedPictures
from bizrag.parsing.sheets.regions import Sheet, SheetCell, items_of
from bizrag.parsing.sheets.shown_values import shown

# What the reader keeps of each takes some 400 bytes.
MAX_CELLS = 1_000_000
_SHEETS = re.compile(r"xl/worksheets/[^/]+\.xml")
_BLOCK_BYTES = 1 << 20
_LINKS = re.compile(r"xl/worksheets/_rels/[^/]+\.rels")
_REFERENCE = re.compile(rb"<Relationship\s[^<>]*?Target=\"(?P<target>[^\"<>]*)\"[^<>]*/>")
# what programs call a sheet that nobody named
_NAMELESS = re.compile(r"(?:sheet|tabelle|feuil|hoja|foglio|blad|planilha|лист) ?\d*", re.IGNORECASE)
_YEARS = range(1900, 2101)


def parse_workbook(path: Path, pictures: EmbeddedPictures) -> Draft:
    """A workbook: a heading for each sheet that has a name, its tables, texts, notes on cells and images.

    Raises:
        BadInputError: damaged beyond reading, too many cells, or without any.
    """
    draft = Draft()
    start = time.perf_counter()
    try:
        _check_cells(path)
        workbook = _open(path)
        for sheet in workbook.worksheets:
            _add_sheet(draft, sheet, pictures)
        _warn_of_formulas(path, workbook, draft)
    except BizragError:
        raise
    except Exception as error:  # a reader of fuzzed files raises many kinds
        detail = " ".join(str(error).split())[:160] or type(error).__name__
        raise BadInputError(f"{path.name}: damaged file ({detail})") from error
    draft.spend("read", time.perf_counter() - start - pictures.seconds)
    draft.spend("picture_ocr", pictures.seconds)
    if all(isinstance(item, DraftText) and item.kind is BlockKind.HEADING for item in draft.items):
        raise BadInputError(f"{path.name}: the file holds no text")
    return draft


def _check_cells(path: Path) -> None:
    """Refuse more cells than fit into memory, before any of them is kept."""
    num_cells = 0
    with zipfile.ZipFile(path) as archive:
        for name in filter(_SHEETS.fullmatch, archive.namelist()):
            with archive.open(name) as part:
                while block := part.read(_BLOCK_BYTES):
                    num_cells += block.count(b"<c ")
    if num_cells > MAX_CELLS:
        raise BadInputError(f"{path.name}: {num_cells:,} cells, the limit is {MAX_CELLS:,}; save it in parts")


def _open(path: Path, *, is_of_formulas: bool = False) -> Any:
    from openpyxl import load_workbook

    with warnings.catch_warnings():
        # of extensions that are passed over
        warnings.simplefilter("ignore", UserWarning)
        return load_workbook(_without_lost_parts(path), data_only=not is_of_formulas)


def _without_lost_parts(path: Path) -> io.BytesIO:
    """The file without references of its sheets to parts that it lacks: some programs name a drawing and write none,
    and the reader would refuse the whole file.
    """
    whole = io.BytesIO(path.read_bytes())
    with zipfile.ZipFile(whole) as archive:
        names = set(archive.namelist())
        links = {name: archive.read(name) for name in filter(_LINKS.fullmatch, names)}
        mended = {name: _REFERENCE.sub(partial(_kept, names=names), data) for name, data in links.items()}
        if mended == links:
            return whole
        copy = io.BytesIO()
        with zipfile.ZipFile(copy, "w", zipfile.ZIP_DEFLATED) as target:
            for name in archive.namelist():
                target.writestr(name, mended.get(name) or archive.read(name))
    return copy


def _kept(found: re.Match[bytes], *, names: Set[str]) -> bytes:
    """A reference whose target the file has, or that leads out of the file; else nothing."""
    target = found["target"].decode("utf-8", "replace")
    name = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/worksheets/{target}")
    return found[0] if name in names or b'"External"' in found[0] else b""


def _add_sheet(draft: Draft, sheet: Any, pictures: EmbeddedPictures) -> None:
    rows = _rows_of(sheet)
    images = list(_images(sheet))
    if not rows and not images:
        return
    is_named = _NAMELESS.fullmatch(sheet.title) is None
    if is_named:
        draft.items.append(DraftText(kind=BlockKind.HEADING, text=sheet.title, level=1))
    draft.items += items_of(Sheet(rows=rows, header_rows=_header_rows(sheet)), level=2 if is_named else 1)
    draft.items += [DraftText(kind=BlockKind.TEXT, text=note) for note in _notes(sheet)]
    draft.items += [pictures.keep(image) for image in images]


def _cells_of(sheet: Any) -> list[Any]:
    """The cells that the file has: the size that it claims may be that of millions of blank ones."""
    return [sheet._cells[place] for place in sorted(sheet._cells)]  # noqa: SLF001 - openpyxl has no public way


def _rows_of(sheet: Any) -> dict[int, dict[int, SheetCell]]:
    ends = {(one.min_row, one.min_col): (one.max_row, one.max_col) for one in sheet.merged_cells.ranges}
    rows: dict[int, dict[int, SheetCell]] = {}
    for cell in _cells_of(sheet):
        text = shown(cell.value, cell.number_format).strip() if cell.value is not None else ""
        if text:
            row_end, col_end = ends.get((cell.row, cell.column), (cell.row, cell.column))
            rows.setdefault(cell.row - 1, {})[cell.column - 1] = SheetCell(
                text=text,
                row_end=row_end,
                col_end=col_end,
                is_bold=bool(cell.font.b),
                is_value=not isinstance(cell.value, str),
                is_period=isinstance(cell.value, date) or (isinstance(cell.value, int) and cell.value in _YEARS),
            )
    return rows


def _header_rows(sheet: Any) -> frozenset[int]:
    """The rows that name columns, counted from 0: of the tables that the program calls so, of a filter, and the last
    one above frozen panes.
    """
    from openpyxl.utils.cell import coordinate_to_tuple, range_boundaries

    areas = [table.ref for table in sheet.tables.values() if table.headerRowCount != 0]
    if sheet.auto_filter.ref:
        areas.append(sheet.auto_filter.ref)
    rows = {row - 1 for area in areas if (row := range_boundaries(area)[1]) is not None}
    if sheet.freeze_panes and (frozen := coordinate_to_tuple(sheet.freeze_panes)[0]) > 1:
        rows.add(frozen - 2)
    return frozenset(rows)


def _notes(sheet: Any) -> Iterator[str]:
    for cell in _cells_of(sheet):
        if getattr(cell, "comment", None) is not None:
            yield f"Note on {cell.coordinate}: {' '.join(cell.comment.text.split())}"


def _images(sheet: Any) -> Iterator[Image.Image]:
    for image in sheet._images:  # noqa: SLF001 - openpyxl has no public list
        try:
            yield Image.open(io.BytesIO(image._data()))  # noqa: SLF001
        except (OSError, SyntaxError, ValueError):
            # one that is cut short: the sheet is read without it
            continue


def _warn_of_formulas(path: Path, workbook: Any, draft: Draft) -> None:
    """Say how many formulas have no stored value: programs that write files without calculating leave them out."""
    if all(cell.value is not None for sheet in workbook.worksheets for cell in _cells_of(sheet)):
        return
    formulas = _open(path, is_of_formulas=True)
    num_unknown = sum(
        cell.data_type == "f" and workbook[sheet.title][cell.coordinate].value is None
        for sheet in formulas.worksheets
        for cell in _cells_of(sheet)
    )
    if num_unknown:
        draft.warn(
            f"{num_unknown} formulas have no stored value and are not read: open the file in a spreadsheet program and "
            "save it"
        )
