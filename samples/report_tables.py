"""The tables of the annual report: ruled ones and borderless financial ones with spanning headers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Paragraph, Table, TableStyle

from samples import company
from samples.company import money, percent, share
from samples.pdf_style import CELL, CELL_HEAD, CELL_RIGHT, COPPER, INK, PALE, RULE, TEAL

PRODUCTS = (
    ("HX-2200B", "Gasketed plate exchanger", "2.2 MW", "16 bar"),
    ("HX-2400D", "Brazed plate exchanger", "2.4 MW", "25 bar"),
    ("HX-3100M", "Titanium plate exchanger, marine", "3.1 MW", "16 bar"),
    ("HP-900S", "Heat pump, supply to 120 °C", "0.9 MW", "28 bar"),
    ("HP-1600S", "Heat pump, supply to 140 °C", "1.6 MW", "32 bar"),
)
INDICATORS = (
    ("Emissions, scope 1 and 2 (kt CO2e)", "24.9", "21.4", "12.0"),
    ("Renewable share of electricity", "59%", "68%", "95%"),
    ("Test water recycled", "35%", "41%", "70%"),
    ("Lost-time injuries per million hours", "1.9", "1.3", "0.8"),
    ("Women in leading positions", "27%", "31%", "40%"),
)
BOARD = (
    ("Helena Brandt-Osei", "Chair", "2022", "9 of 9"),
    ("Ingrid Vasholm", "Chief executive", "2019", "9 of 9"),
    ("Tomas Ferrow", "Audit committee", "2018", "9 of 9"),
    ("Yuki Sandoval", "Contract committee", "2021", "8 of 9"),
    ("Amara Lindholt", "Pay committee", "2020", "9 of 9"),
    ("Piet Okafor", "Member", "2024", "8 of 9"),
    ("Nadia Crewe", "Staff representative", "2023", "9 of 9"),
)
FIVE_YEARS = (
    ("Gross margin (%)", "31.8", "32.5", "33.4", "34.3", "35.3"),
    ("Operating income", "23.6", "28.7", "35.5", "44.5", "50.3"),
    ("Operating margin (%)", "8.4", "9.4", "10.5", "12.0", "12.2"),
    ("Net income", "14.9", "18.2", "23.1", "28.1", "34.5"),
    ("Change in cash", "(3.1)", "5.8", "(1.7)", "13.8", "(8.6)"),
    ("Order backlog at year end", "81.0", "96.7", "112.3", "141.5", "189.3"),
    ("Dividend per share ($)", "0.22", "0.25", "0.32", "0.36", "0.40"),
    ("Employees at year end", "1,298", "1,371", "1,467", "1,552", "1,684"),
)
CALENDAR = (
    ("30 April 2026", "Results of the first quarter"),
    ("21 May 2026", "Annual meeting, Customs House, Port Ellery"),
    ("5 June 2026", "Payment of the dividend for 2025"),
    ("30 July 2026", "Results of the second quarter"),
    ("29 October 2026", "Results of the third quarter"),
)
PURCHASE = (
    ("Software and patents", 4_200),
    ("Customer relations", 1_150),
    ("Cash and receivables", 1_480),
    ("Liabilities", -730),
    ("Goodwill", 2_400),
    ("Price paid in cash", 8_500),
)
BORROWINGS = (
    ("Term loan, due 30 June 2029", 75_000, 82_500),
    ("Revolving facility, drawn", 23_500, 23_500),
    ("Total borrowings", 98_500, 106_000),
    ("Less cash", -52_883, -61_507),
    ("Net debt", 45_617, 44_493),
)


def _ruled(rows: list[list[object]], widths: list[float], extra: tuple[tuple[object, ...], ...] = ()) -> Table:
    style: list[Any] = [
        ("GRID", (0, 0), (-1, -1), 0.5, RULE),
        ("BACKGROUND", (0, 0), (-1, 0), TEAL),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
        *extra,
    ]
    return Table(rows, colWidths=widths, style=TableStyle(style), repeatRows=1)


def _cells(texts: tuple[str, ...], num_left: int = 1) -> list[object]:
    return [Paragraph(text, CELL if at < num_left else CELL_RIGHT) for at, text in enumerate(texts)]


def _head(*texts: str) -> list[object]:
    return [Paragraph(text, CELL_HEAD) for text in texts]


def products(width: float) -> Table:
    rows = [_head("Model", "Type", "Duty", "Design pressure"), *(_cells(row, 2) for row in PRODUCTS)]
    return _ruled(rows, [width * part for part in (0.21, 0.41, 0.16, 0.22)])


def sites(width: float) -> Table:
    total = (sum(row[2] for row in company.SITES), sum(row[3] for row in company.SITES))
    rows = [_head("Site", "Work", "2025", "2024")]
    rows += [_cells((name, work, f"{new:,}", f"{old:,}"), 2) for name, work, new, old in company.SITES]
    rows.append(
        [
            Paragraph(f"<b>{text}</b>", style)
            for text, style in zip(
                ("Total", "", f"{total[0]:,}", f"{total[1]:,}"), (CELL, CELL, CELL_RIGHT, CELL_RIGHT), strict=True
            )
        ]
    )
    return _ruled(rows, [width * part for part in (0.27, 0.41, 0.16, 0.16)], (("BACKGROUND", (0, -1), (-1, -1), PALE),))


def five_years(width: float) -> Table:
    years = tuple(company.REVENUE_BY_YEAR_M)
    rows = [["", *(str(year) for year in years)]]
    rows.append(["Revenue", *(f"{value:.1f}" for value in company.REVENUE_BY_YEAR_M.values())])
    rows += [list(row) for row in FIVE_YEARS]
    return Table(rows, colWidths=[width * 0.4, *([width * 0.12] * 5)], style=TableStyle(_plain_style(1)))


def calendar(width: float) -> Table:
    rows = [_head("Date", "Event"), *(_cells(row, 2) for row in CALENDAR)]
    return _ruled(rows, [width * 0.35, width * 0.65])


def quarters(width: float) -> Table:
    rows = [_head("2025", "Orders", "Revenue", "Book-to-bill")]
    for at, (orders, revenue) in enumerate(zip(company.ORDERS_2025_M, company.QUARTER_REVENUE_2025_M, strict=True)):
        rows.append(_cells((f"Quarter {at + 1}", f"{orders:.1f}", f"{revenue:.1f}", f"{orders / revenue:.2f}")))
    orders, revenue = sum(company.ORDERS_2025_M), sum(company.QUARTER_REVENUE_2025_M)
    rows.append(_cells(("Year", f"{orders:.1f}", f"{revenue:.1f}", f"{orders / revenue:.2f}")))
    return _ruled(rows, [width * part for part in (0.28, 0.22, 0.24, 0.26)], (("BACKGROUND", (0, -1), (-1, -1), PALE),))


def board(width: float) -> Table:
    rows = [_head("Member", "Role", "Since", "Meetings"), *(_cells(row, 2) for row in BOARD)]
    return _ruled(rows, [width * part for part in (0.36, 0.31, 0.14, 0.19)])


def contents(entries: tuple[tuple[str, int], ...], width: float) -> Table:
    """The list of chapters with their pages; no rules."""
    rows = [[Paragraph(title, CELL), Paragraph(str(page), CELL_RIGHT)] for title, page in entries]
    style = TableStyle(
        [
            ("LINEBELOW", (0, 0), (-1, -1), 0.25, RULE),
            *((side, (0, 0), (-1, -1), 2) for side in ("TOPPADDING", "BOTTOMPADDING", "LEFTPADDING", "RIGHTPADDING")),
        ]
    )
    return Table(rows, colWidths=[width * 0.88, width * 0.12], style=style)


def indicators(width: float) -> Table:
    rows = [_head("Indicator", "2024", "2025", "Target 2030"), *(_cells(row) for row in INDICATORS)]
    return _ruled(rows, [width * part for part in (0.5, 0.14, 0.14, 0.22)])


def _plain_style(num_head: int) -> list[Any]:
    return [
        ("FONT", (0, 0), (-1, -1), "Helvetica", 8.5),
        ("FONT", (0, 0), (-1, num_head - 1), "Helvetica-Bold", 8.5),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("ALIGN", (1, 0), (-1, -1), "RIGHT"),
        ("TOPPADDING", (0, 0), (-1, -1), 2.2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.2),
        ("LEFTPADDING", (0, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("LINEBELOW", (0, num_head - 1), (-1, num_head - 1), 0.7, INK),
    ]


def _statement(
    head: tuple[str, ...], rows: Sequence[tuple[str, ...]], totals: set[int], widths: list[float], *, final: int
) -> Table:
    """A borderless statement. The $ stands in a column of its own in the first row and in the final total."""
    cells: list[list[str]] = [["", *(part for year in head for part in ("", year))]]
    for at, (label, *values) in enumerate(rows):
        sign = "$" if at in (0, final) else ""
        cells.append([label, *(part for value in values for part in (sign, value))])
    style = _plain_style(1)
    for column in range(len(head)):
        style.append(("SPAN", (1 + 2 * column, 0), (2 + 2 * column, 0)))
        cells[0][1 + 2 * column], cells[0][2 + 2 * column] = head[column], ""
        for total in totals:
            style.append(("LINEABOVE", (1 + 2 * column, total + 1), (2 + 2 * column, total + 1), 0.5, INK))
        style.append(("LINEBELOW", (1 + 2 * column, final + 1), (2 + 2 * column, final + 1), 1.1, INK))
        style.append(("ALIGN", (1 + 2 * column, 1), (1 + 2 * column, -1), "RIGHT"))
    for total in totals:
        style.append(("FONT", (0, total + 1), (-1, total + 1), "Helvetica-Bold", 8.5))
    full = [widths[0], *(part for width in widths[1:] for part in (9 * mm, width - 9 * mm))]
    return Table(cells, colWidths=full, style=TableStyle(style))


def income_statement(width: float) -> Table:
    rows = [(label, *(money(value) for value in values)) for label, *values in company.INCOME_STATEMENT]
    rows += [
        ("Diluted shares (thousands)", "24,460", "24,310", "24,150"),
        ("Diluted earnings per share", "1.41", "1.16", "0.95"),
    ]
    return _statement(
        ("2025", "2024", "2023"), rows, {2, 4, 8, 11, 13}, [width * 0.46, *([width * 0.18] * 3)], final=13
    )


def cash_flow(width: float) -> Table:
    rows = [(label, *(money(value) for value in values)) for label, *values in company.CASH_FLOW]
    return _statement(("2025", "2024"), rows, {6, 9, 12, 15}, [width * 0.56, *([width * 0.22] * 2)], final=15)


def borrowings(width: float) -> Table:
    rows = [(label, *(money(value) for value in values)) for label, *values in BORROWINGS]
    return _statement(("2025", "2024"), rows, {2, 4}, [width * 0.5, *([width * 0.25] * 2)], final=4)


def purchase(width: float) -> Table:
    rows = [(label, money(value)) for label, value in PURCHASE]
    return _statement(("2025",), rows, {5}, [width * 0.68, width * 0.32], final=5)


def segment_results(width: float) -> Table:
    """Borderless, header of two rows: each year spans revenue, operating income and margin."""
    rows: list[list[str]] = [
        ["", "2025", "", "", "2024", "", ""],
        ["Segment", "Revenue", "Operating\nincome", "Margin", "Revenue", "Operating\nincome", "Margin"],
    ]
    for item in company.SEGMENTS:
        new, old = (item.income_2025_k, item.revenue_2025_k), (item.income_2024_k, item.revenue_2024_k)
        rows.append(
            [
                item.name,
                money(new[1]),
                money(new[0]),
                percent(share(*new)),
                money(old[1]),
                money(old[0]),
                percent(share(*old)),
            ]
        )
    rows.append(["Corporate", "—", money(company.CORPORATE_2025_K), "", "—", money(company.CORPORATE_2024_K), ""])
    income = company.INCOME_STATEMENT[8]
    rows.append(
        [
            "Group",
            f"${money(company.REVENUE_K[2025])}",
            f"${money(income[1])}",
            percent(share(income[1], company.REVENUE_K[2025])),
            f"${money(company.REVENUE_K[2024])}",
            f"${money(income[2])}",
            percent(share(income[2], company.REVENUE_K[2024])),
        ]
    )
    style = [
        *_plain_style(2),
        ("SPAN", (1, 0), (3, 0)),
        ("SPAN", (4, 0), (6, 0)),
        ("ALIGN", (1, 0), (6, 0), "CENTER"),
        ("LINEBELOW", (1, 0), (3, 0), 0.5, COPPER),
        ("LINEBELOW", (4, 0), (6, 0), 0.5, COPPER),
        ("LINEABOVE", (0, -1), (-1, -1), 0.5, INK),
        ("LINEBELOW", (0, -1), (-1, -1), 1.1, INK),
        ("FONT", (0, -1), (-1, -1), "Helvetica-Bold", 8.5),
        ("VALIGN", (0, 1), (-1, 1), "BOTTOM"),
    ]
    widths = [width * part for part in (0.22, 0.14, 0.14, 0.11, 0.14, 0.14, 0.11)]
    return Table(rows, colWidths=widths, style=TableStyle(style))
