"""Tables as browsers print them: how many of their rows are read as they were written, by style.

    python -m benchmarks.table_styles --seed 21 --font "Liberation Sans" --json

Chromium prints two pages for each of sixteen styles (no rules, rules below rows, heads in colour, stripes, rules above
sums, names beside their figures and so on), in two spacings and two widths, with three tables: a statement, a list of
words and figures, and two quarters under each of two years, with headings and text between them. Labels and figures are
drawn by the seed. A row counts when its description says every value with its label and the whole name of its column.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bizrag.describing.tables import describe_table
from bizrag.model.documents import Layout
from bizrag.parsing.images.sinks import FolderSink
from bizrag.parsing.parser import DocumentParser
from bizrag.settings import Settings

_COLOURED = "thead th{background:#0a4d5c;color:#fff}"
_STYLES = {
    "plain": "",
    "rules below rows": "td,th{border-bottom:1px solid #bbb}",
    "dotted rules": "td{border-bottom:1px dotted #999}",
    "coloured head, rules": f"{_COLOURED} td{{border-bottom:1px solid #ccc}}",
    "coloured head": _COLOURED,
    "stripes": "tbody tr:nth-child(odd) td{background:#e8f0fa} thead th{border-bottom:1.5px solid #000}",
    "stripes, coloured head": f"{_COLOURED} tbody tr:nth-child(even) td{{background:#f2f2f2}}",
    "three rules": "table{border-top:1.5px solid #000;border-bottom:1.5px solid #000} "
    "thead th{border-bottom:.8px solid #000}",
    "all rules": "td,th{border:1px solid #444}",
    "upright rules": "td,th{border-left:1px solid #999;border-right:1px solid #999} "
    "thead th{border-bottom:1px solid #000;border-top:1px solid #000} "
    "tbody tr:last-child td{border-bottom:1px solid #000}",
    "rules above sums": "thead th{border-bottom:1px solid #000} tr.sum td.n{border-top:1px solid #000} "
    "tr.sum td{font-weight:bold}",
    "long rules above sums": "thead th{border-bottom:1px solid #000} tr.sum td{border-top:1px solid #000} "
    "tr.sum td{font-weight:bold}",
    "names at the left of figures": "th.n{text-align:left}",
    "names at the left of figures, rules": "th.n{text-align:left} td,th{border-bottom:1px solid #bbb}",
    "names over the middle of figures": "th.n{text-align:center} thead th{border-bottom:1px solid #000}",
    "figures at the left of names": "td.n{text-align:left} thead th{border-bottom:1px solid #000}",
}
_PADDINGS = ("2px 8px", "6px 10px")
_WIDTHS = ("100%", "auto")
_LINES = (
    *("Net sales", "Cost of goods sold", "Gross profit", "Selling expense", "Administrative expense"),
    *("Research and development", "Operating income", "Interest income", "Interest expense"),
    *("Income before taxes", "Provision for income taxes", "Net income"),
)
_SUMS = frozenset(("Gross profit", "Operating income", "Income before taxes", "Net income"))
_ITEMS = (
    *("Wardrobe, two doors", "Desk lamp", "Office chair, mesh", "Filing cabinet"),
    *("Standing desk", "Bookcase, oak", "Meeting table", "Coat stand"),
)
_TEXT = (
    "The group reports under the same principles as in the year before. Amounts are rounded, so that sums may differ "
    "by one in the last digit. What changed is said below the tables."
)

Rows = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class StyledPage:
    """A page as it was written: its style, its HTML, and the descriptions of the rows of its tables."""

    style: str
    html: str
    tables: tuple[frozenset[str], ...]


def styled_pages(seed: int, font: str) -> Iterator[StyledPage]:
    """The pages of all styles, spacings and widths."""
    draw = random.Random(seed)
    for style, css in _STYLES.items():
        for padding in _PADDINGS:
            for width in _WIDTHS:
                yield _page(draw, style, f"{css} td,th{{padding:{padding}}} table{{width:{width}}}", font)


def _page(draw: random.Random, style: str, css: str, font: str) -> StyledPage:
    statement = _statement(draw, ("2025", "2024"), draw.randint(6, 12))
    stock = _stock(draw)
    quarters = _statement(draw, ("Q1", "Q2", "Q1", "Q2"), 6)
    body = (
        f"<h1>Annual statements</h1><p>{_TEXT}</p><h2>1. Income statement</h2>{_table(statement)}"
        f"<h2>2. Stock list</h2>{_table(stock)}"
        f'<p style="break-before:page">{_TEXT}</p><h2>3. Quarters</h2>'
        f"{_table(quarters, ('2025', '2024'))}<p>{_TEXT}</p>"
    )
    named: Rows = [("", "2025 Q1", "2025 Q2", "2024 Q1", "2024 Q2"), *quarters[1:]]
    look = (
        f"@page{{size:A4;margin:18mm}} body{{font:10pt '{font}'}} h1{{font-size:17pt}} h2{{font-size:12pt}} "
        "table{border-collapse:collapse;font-size:9pt;margin:8px 0} th{text-align:left} .n{text-align:right} "
    )
    return StyledPage(
        style=style,
        html=f"<html><style>{look}{css}</style><body>{body}</body></html>",
        tables=tuple(frozenset(_described(rows)) for rows in (statement, stock, named)),
    )


def _statement(draw: random.Random, columns: Sequence[str], num_rows: int) -> Rows:
    return [("", *columns), *((label, *(_amount(draw) for _ in columns)) for label in _LINES[:num_rows])]


def _amount(draw: random.Random) -> str:
    amount = f"{draw.randint(3, 98765):,}"
    return f"({amount})" if draw.random() < 0.2 else amount


def _stock(draw: random.Random) -> Rows:
    rows: Rows = [("Item", "Material", "Colour", "Price", "Stock")]
    for item in _ITEMS[: draw.randint(4, 8)]:
        material = draw.choice(("steel", "oak", "plastic", "beech and steel"))
        colour = draw.choice(("black", "white", "grey"))
        rows.append((item, material, colour, f"€{draw.randint(20, 900)}.00", str(draw.randint(0, 300))))
    return rows


def _table(rows: Rows, groups: Sequence[str] = ()) -> str:
    """The HTML of a table; ``groups`` are names over two columns each."""
    is_figure = [at > 0 and not cell[0].isalpha() for at, cell in enumerate(rows[1])]
    names = "".join(
        f"<th colspan=2 style='text-align:center;border-bottom:1px solid #000'>{name}</th>" for name in groups
    )
    head = f"<tr><th></th>{names}</tr>" if groups else ""
    head += f"<tr>{_cells('th', rows[0], is_figure)}</tr>"
    body = "".join(
        f'<tr class="{"sum" if row[0] in _SUMS else ""}">{_cells("td", row, is_figure)}</tr>' for row in rows[1:]
    )
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def _cells(tag: str, row: Sequence[str], is_figure: Sequence[bool]) -> str:
    return "".join(
        f'<{tag} class="{"n" if figure else ""}">{cell}</{tag}>' for cell, figure in zip(row, is_figure, strict=True)
    )


def _described(rows: Rows) -> Iterator[str]:
    for label, *cells in rows[1:]:
        said = "; ".join(f"{name} {cell}" for name, cell in zip(rows[0][1:], cells, strict=True))
        yield f"{label}: {said}."


def read_right(parser: DocumentParser, pdf: Path, page: StyledPage) -> tuple[int, int]:
    """How many rows of a printed page are described as they were written, and how many there are."""
    parse = parser.parse(pdf, content_sha256=hashlib.sha256(pdf.read_bytes()).hexdigest(), layout=Layout.VERTICAL)
    found = [
        {re.sub(r"\s+", " ", line).strip() for line in describe_table(table).split("\n")} for table in parse.tables
    ]
    right = sum(max((len(rows & lines) for lines in found), default=0) for rows in page.tables)
    return right, sum(map(len, page.tables))


def main() -> None:
    """Print, read, compare; one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--font", default="Liberation Sans")
    parser.add_argument("--json", action="store_true", help="accepted for uniformity; JSON is always printed last")
    arguments = parser.parse_args()
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("chromium prints the pages: install it (apt-get install chromium)")
    right: dict[str, list[int]] = {}
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        reader = DocumentParser(Settings.model_validate({}), FolderSink(Path(folder, "images")))
        for number, page in enumerate(styled_pages(arguments.seed, arguments.font)):
            source, pdf = Path(folder, f"{number}.html"), Path(folder, f"{number}.pdf")
            source.write_text(page.html, encoding="utf-8")
            command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
            subprocess.run([*command, f"--print-to-pdf={pdf}", str(source)], check=True, capture_output=True)
            found, written = read_right(reader, pdf, page)
            counts = right.setdefault(page.style, [0, 0])
            counts[0] += found
            counts[1] += written
    total = [sum(counts[at] for counts in right.values()) for at in (0, 1)]
    figures = {
        "rows": total[1],
        "right": round(total[0] / total[1], 4),
        "by_style": {style: round(found / written, 4) for style, (found, written) in right.items()},
        "seconds": round(time.perf_counter() - started, 1),
    }
    asked = {"seed": arguments.seed, "font": arguments.font}
    print(json.dumps({"benchmark": "table_styles", **asked, "figures": figures}, indent=2))


if __name__ == "__main__":
    main()
