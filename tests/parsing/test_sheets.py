"""Workbooks and delimited text: what becomes a table, a heading or a text, and how values are written."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image as SheetImage
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table
from PIL import Image

from bizrag.errors import BadInputError
from bizrag.model.documents import Layout
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.draft import Draft, DraftTable, DraftText
from bizrag.parsing.files.formats import XLSX, check_file, detect_mime
from bizrag.parsing.parser import DocumentParser
from bizrag.parsing.preview import preview
from bizrag.parsing.sheets import workbooks
from bizrag.parsing.sheets.delimited import parse_delimited
from bizrag.parsing.sheets.regions import Sheet, SheetCell, items_of
from bizrag.settings import ParsingSettings, Settings
from bizrag.store.blobs import BlobStore

_DEFAULTS = ParsingSettings.model_validate({})
Parser = Callable[[Path], Parse]


@pytest.fixture
def parse(settings: Settings) -> Parser:
    parser = DocumentParser(settings, BlobStore(settings.blobs))
    return lambda path: parser.parse(path, content_sha256="0" * 64, layout=Layout.VERTICAL)


def _markdown(parsed: Parse) -> list[list[str]]:
    return [table.markdown.split("\n") for table in parsed.tables]


def _said(parsed: Parse) -> list[tuple[BlockKind, int | None, str]]:
    return [(block.kind, block.level, block.text) for block in parsed.blocks]


def _saved(book: Workbook, path: Path) -> Path:
    book.save(path)
    return path


def _sheet(*rows: Sequence[object]) -> Sheet:
    return Sheet(
        rows={
            row: {
                col: SheetCell(text=str(value), row_end=row + 1, col_end=col + 1, is_value=not isinstance(value, str))
                for col, value in enumerate(values)
                if value != ""
            }
            for row, values in enumerate(rows)
            if any(value != "" for value in values)
        }
    )


def _kinds(*rows: Sequence[object]) -> list[str]:
    items = items_of(_sheet(*rows), level=2)
    return [
        f"{item.num_rows}x{item.num_cols}" if isinstance(item, DraftTable) else item.text
        for item in items
        if isinstance(item, DraftTable | DraftText)
    ]


def test_each_sheet_is_a_section_with_its_title_table_and_notes(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    stock = book.active
    assert stock is not None
    stock.title = "Stock"
    for row in (
        ["Pumps in store"],
        [],
        ["Pump", "Bought", "Price", "Share"],
        ["P-1", date(2026, 3, 1), 1204.5, 0.125],
        ["P-2", date(2025, 11, 30), 80, 0.4],
        [],
        ["Prices without tax."],
    ):
        stock.append(row)
    for row in (4, 5):
        stock.cell(row, 3).number_format = '#,##0.00 "€"'
        stock.cell(row, 4).number_format = "0.0%"
    stock["C4"].comment = Comment("Offer of May", "buyer")
    rest = book.create_sheet("Contacts")
    rest.append(["Name", "Phone"])
    rest.append(["Ada Wren", "0151 220 14"])
    parsed = parse(_saved(book, tmp_path / "stock.xlsx"))
    assert _said(parsed) == [
        (BlockKind.HEADING, 1, "Stock"),
        (BlockKind.HEADING, 2, "Pumps in store"),
        (BlockKind.TABLE, None, "<<table_1>>"),
        (BlockKind.TEXT, None, "Prices without tax."),
        (BlockKind.TEXT, None, "Note on C4: Offer of May"),
        (BlockKind.HEADING, 1, "Contacts"),
        (BlockKind.TABLE, None, "<<table_2>>"),
    ]
    assert _markdown(parsed)[0] == [
        "| Pump | Bought | Price | Share |",
        "| --- | --- | --- | --- |",
        "| P-1 | 2026-03-01 | 1,204.50 € | 12.5% |",
        "| P-2 | 2025-11-30 | 80.00 € | 40.0% |",
    ]
    assert not parsed.warnings
    assert not parsed.pages


def test_names_over_several_columns_stand_over_each(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Team", "2025", "", "2026", ""])
    sheet.append(["", "Staff", "Sick days", "Staff", "Sick days"])
    sheet.append(["North", 14, 31, 15, 28])
    sheet.append(["South", 22, 80, 20, 61])
    sheet.merge_cells("B1:C1")
    sheet.merge_cells("D1:E1")
    sheet.freeze_panes = "B3"
    table = parse(_saved(book, tmp_path / "sick.xlsx")).tables[0]
    assert table.markdown.split("\n")[0] == "| Team | 2025 Staff | 2025 Sick days | 2026 Staff | 2026 Sick days |"


def test_years_above_numbers_and_the_head_of_a_table_name_columns(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Cost", 2025, 2026], ["Licences", 120, 142], ["Hardware", 84, 97]):
        sheet.append(row)
    beside = book.create_sheet("Codes")
    for row in (["Code", "Colour"], ["A", "red"], ["B", "blue"]):
        beside.append(row)
    beside.add_table(Table(displayName="Codes", ref="A1:B3"))
    first, second = parse(_saved(book, tmp_path / "cost.xlsx")).tables
    assert [cell.text for cell in first.cells if cell.is_header] == ["Cost", "2025", "2026"]
    assert [cell.text for cell in second.cells if cell.is_header] == ["Code", "Colour"]


def test_facts_have_no_names_of_columns(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Project", "Harbour"], ["Owner", "Mia Brandt"], ["Start", date(2026, 2, 1)], ["Budget", 250000]):
        sheet.append(row)
    table = parse(_saved(book, tmp_path / "project.xlsx")).tables[0]
    assert not [cell for cell in table.cells if cell.is_header]


def test_what_blank_rows_and_columns_part() -> None:
    head = ("Item", "Price", "Count")
    row = ("a", 1, 2)
    # a title with a blank row below it, two tables below each other
    assert _kinds(("Fruit",), (), head, row, row, (), ("Nuts",), head, row) == ["Fruit", "3x3", "Nuts", "2x3"]
    # values go on below a blank row
    assert _kinds(head, row, row, (), row, row) == ["5x3"]
    assert _kinds(head, row, row, (), head, row) == ["3x3", "2x3"]
    # two tables beside each other, and a column of marks beside one
    assert _kinds((*head, "", *head), (*row, "", *row)) == ["2x3", "2x3"]
    assert _kinds((*head, "", "x"), (*row, "", "y")) == ["2x4"]
    assert _kinds(("Read me.",), ("All prices in euros.",)) == ["Read me.", "All prices in euros."]


def test_a_long_table_is_told_in_parts_with_its_names_of_columns(tmp_path: Path, parse: Parser) -> None:
    path = tmp_path / "orders.csv"
    path.write_text("Order;Customer;Amount\n" + "".join(f"O-{at};Kite;{at},50\n" for at in range(500)))
    tables = parse(path).tables
    assert [table.num_rows for table in tables] == [201, 201, 101]
    assert {table.markdown.split("\n")[0] for table in tables} == {"| Order | Customer | Amount |"}
    assert [table.caption for table in tables] == [
        "Rows 1 to 200 of 500", "Rows 201 to 400 of 500", "Rows 401 to 500 of 500"
    ]  # fmt: skip
    assert tables[2].markdown.split("\n")[-1] == "| O-499 | Kite | 499,50 |"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_fields_are_parted_by_what_the_file_uses(tmp_path: Path, delimiter: str) -> None:
    path = tmp_path / "list.csv"
    rows = [["Name", "City", "Note"], ["Ada", "Graz", f'"a{delimiter} b"'], ["Ben", "Linz", "c"]]
    path.write_text("\n".join(delimiter.join(row) for row in rows), encoding="utf-16")
    (table,) = parse_delimited(path).items
    assert isinstance(table, DraftTable)
    assert [cell.text for cell in table.cells][3:6] == ["Ada", "Graz", f"a{delimiter} b"]


def test_a_field_may_have_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    path.write_text('Name,Note\nAda,"first line\nsecond line"\nBen,none\n')
    (table,) = parse_delimited(path).items
    assert isinstance(table, DraftTable)
    assert [cell.text for cell in table.cells] == ["Name", "Note", "Ada", "first line\nsecond line", "Ben", "none"]


def test_a_formula_without_a_stored_value_is_warned_of(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (["Item", "Price"], ["a", 1], ["b", 2], ["Total", "=SUM(B2:B3)"]):
        sheet.append(row)
    sheet["A1"].font = Font(bold=True)
    parsed = parse(_saved(book, tmp_path / "sum.xlsx"))
    assert parsed.warnings == (
        "1 formulas have no stored value and are not read: open the file in a spreadsheet program and save it",
    )


def test_images_of_a_sheet_are_pictures(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Plan of the hall"])
    data = io.BytesIO()
    Image.new("RGB", (200, 120), "teal").save(data, "PNG")
    sheet.add_image(SheetImage(data), "A3")
    parsed = parse(_saved(book, tmp_path / "plan.xlsx"))
    assert [(one.width_px, one.height_px) for one in parsed.pictures] == [(200, 120)]


def test_a_drawing_that_is_named_and_not_there_costs_the_sheet_nothing(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Plan of the hall"])
    data = io.BytesIO()
    Image.new("RGB", (200, 120), "teal").save(data, "PNG")
    sheet.add_image(SheetImage(data), "A3")
    whole, path = _saved(book, tmp_path / "whole.xlsx"), tmp_path / "lost.xlsx"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            if not name.startswith("xl/drawings/"):
                target.writestr(name, source.read(name))
    assert [block.text for block in parse(path).blocks] == ["Plan of the hall"]


def test_the_size_that_a_sheet_claims_costs_nothing(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["XFD1048576"] = "first", "last"
    assert [block.text for block in parse(_saved(book, tmp_path / "wide.xlsx")).blocks] == ["first", "last"]


def test_too_many_cells_are_refused_before_they_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parse: Parser
) -> None:
    path = tmp_path / "many.xlsx"
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for _ in range(20):
        sheet.append([1, 2, 3])
    _saved(book, path)
    monkeypatch.setattr(workbooks, "MAX_CELLS", 50)
    with pytest.raises(BadInputError, match=r"many\.xlsx: 60 cells, the limit is 50; save it in parts"):
        parse(path)


@pytest.mark.parametrize("name", ["empty.xlsx", "blank.csv"])
def test_without_a_cell_there_is_no_text(tmp_path: Path, parse: Parser, name: str) -> None:
    path = tmp_path / name
    if name.endswith("xlsx"):
        Workbook().save(path)
    else:
        path.write_text(" ;;\n;;\n")
    with pytest.raises(BadInputError, match="the file holds no text"):
        parse(path)


def test_a_damaged_sheet_is_one_line(tmp_path: Path, parse: Parser) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["a", 1])
    whole = _saved(book, tmp_path / "whole.xlsx")
    path = tmp_path / "cut.xlsx"
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data[: len(data) // 2] if name.endswith("sheet1.xml") else data)
    with pytest.raises(BadInputError, match=r"cut\.xlsx: damaged file \("):
        parse(path)


def test_a_look_tells_sheets_and_texts(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Prices & dates"
    sheet.append(["Pump", "Price"])
    book.properties.title = "Price list 2026"
    path = _saved(book, tmp_path / "prices.xlsx")
    check_file(path, _DEFAULTS)
    looked = preview(path, _DEFAULTS)
    assert (looked.mime_type, looked.metadata_title, looked.num_pages) == (XLSX, "Price list 2026", None)
    assert looked.pages[0].text == "Prices & dates\nPump\nPrice"
    assert detect_mime(path) == XLSX


def test_a_draft_without_items_is_none() -> None:
    assert Draft().items == items_of(Sheet(rows={}), level=1) == []
