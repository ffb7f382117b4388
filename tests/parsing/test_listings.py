"""What programs print in typewriter type: listings keep their lines, and the tables in them are tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from bizrag.model.documents import Layout
from bizrag.model.parses import BlockKind, Parse
from bizrag.parsing.draft import DraftTable
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.parsing.plain_text.printed_tables import find_printed_tables
from bizrag.parsing.tables.grids import to_matrix
from bizrag.settings import Settings

SENTENCES = (
    "The crews of the ferries were asked how often they had to wait for the lock in the",
    "last season, and the answers were put into a model with one rate for each of them. The",
    "function below prints what came out of it, with the error of each rate beside the rate.",
    "Rates are waits in a week, and those of crews that never waited are left out of the list.",
)
LISTING = (
    "> rates(waits, by = crew)",
    "Rates of the crews:",
    "            waits   s.e. z value Pr(>|z|)",
    "Aalborg   1.14380 0.3378   3.386 0.000711 ***",
    "New Haven 0.70469 0.3350   2.104 0.035399 *",
    "Milwaukee 1.61955 0.3474   4.662  3.1e-06 ***",
)


def _rows(table: DraftTable) -> list[list[str]]:
    return to_matrix(table.cells, num_rows=table.num_rows, num_cols=table.num_cols)


def _only(text: str) -> list[list[str]]:
    [found] = find_printed_tables(text.strip("\n").split("\n"))
    return _rows(found.table)


def _parse(folder: Path, settings: Settings, lines: Sequence[str], *, font: str = "Times-Roman") -> Parse:
    path = folder / "ferries.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)
    canvas.setFont(font, 10)
    for at, line in enumerate(SENTENCES):
        canvas.drawString(72, 760 - 12 * at, line)
    canvas.setFont("Courier", 9)
    for at, line in enumerate(lines):
        canvas.drawString(72, 680 - 11 * at, line)
    canvas.save()
    parser = DocumentParser(settings, FolderSink(folder))
    return parser.parse(path, content_sha256="0" * 64, layout=Layout.VERTICAL)


def test_one_blank_parts_columns_whose_names_end_with_their_figures() -> None:
    assert _only("\n".join(LISTING[2:])) == [
        ["", "waits", "s.e.", "z value", "Pr(>|z|)"],
        ["Aalborg", "1.14380", "0.3378", "3.386", "0.000711 ***"],
        ["New Haven", "0.70469", "0.3350", "2.104", "0.035399 *"],
        ["Milwaukee", "1.61955", "0.3474", "4.662", "3.1e-06 ***"],
    ]


def test_words_of_a_cell_go_with_the_name_that_they_end_with() -> None:
    rows = _only("""
         from           to waits
1     Aalborg   Royal Dock    33
2     Aalborg         York   320
3  Royal Dock         York   813
""")
    assert rows[1] == ["1", "Aalborg", "Royal Dock", "33"]


def test_marks_of_comments_and_kinds_of_columns_are_no_rows() -> None:
    assert _only("""
## # 2 crews
##    crew        waits
##    <chr>       <dbl>
##  1 No answer     183
##  2 Don't know     67
""") == [["", "crew", "waits"], ["", "<chr>", "<dbl>"], ["1", "No answer", "183"], ["2", "Don't know", "67"]]


def test_figures_right_below_their_names_are_a_table_of_one_row() -> None:
    [found] = find_printed_tables(["Rates:", "(Intercept)     waits", "    18.9300   -0.3893"])
    assert (found.start, found.table.caption) == (0, "Rates:")
    assert _rows(found.table) == [["(Intercept)", "waits"], ["18.9300", "-0.3893"]]


def test_a_table_that_goes_on_below_has_names_of_its_own() -> None:
    lines = ["          <0.01 <0.05", "p-value      15   605", "q-value       0   162", "            <1"]
    lines += ["p-value   3170", "q-value   3170"]
    assert [(found.start, found.end) for found in find_printed_tables(lines)] == [(0, 3), (3, 6)]


def test_code_and_pairs_of_a_name_and_a_value_are_no_tables() -> None:
    assert not find_printed_tables(["> x <- c(1, 2)", "> y <- 3", "plot(x, y)", "for i in 1 2 3"])
    assert not find_printed_tables(["Cut cost:      1.1e+02", "Trial time:    1.9ms"])
    assert not find_printed_tables(["12 13 14", "15 16 17", "18 19 20"])


# docling reads its own fields that it calls deprecated
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.slow
def test_a_listing_between_sentences_has_its_lines_and_its_table(tmp_path: Path, settings: Settings) -> None:
    parse = _parse(tmp_path, settings, [*LISTING, "Number of crews: 3", "Number of weeks: 12"])
    [table] = parse.tables
    assert table.caption == "Rates of the crews:"
    assert "| New Haven | 0.70469 | 0.3350 | 2.104 | 0.035399 * |" in table.markdown
    told = [block.text for block in parse.blocks if block.kind is BlockKind.CODE]
    assert told[-1] == "Number of crews: 3\nNumber of weeks: 12"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.slow
def test_a_sentence_that_begins_with_a_name_in_typewriter_type_is_none(tmp_path: Path, settings: Settings) -> None:
    path = tmp_path / "names.pdf"
    canvas = Canvas(str(path), pagesize=(595, 842), invariant=1)
    for at, line in enumerate(SENTENCES):
        canvas.setFont("Times-Roman", 10)
        canvas.drawString(72 + (30 if at == 1 else 0), 760 - 12 * at, line[: 72 if at == 1 else None])
        canvas.setFont("Courier", 10)
        if at == 1:
            canvas.drawString(72, 760 - 12 * at, "rate")
    canvas.save()
    parse = DocumentParser(settings, FolderSink(tmp_path)).parse(path, content_sha256="0" * 64, layout=Layout.VERTICAL)
    assert len(parse.blocks) == 1
