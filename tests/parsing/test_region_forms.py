"""What stands on invoices, statements and dashboards, on written pages (``written_pages``)."""

from __future__ import annotations

import numpy as np

from bizrag.parsing.engines.page_evidence import font_sizes
from tests.parsing.written_pages import Text, boxes, page, regions


def column(x: float, y: float, *lines: str, step: float = 12) -> list[Text]:
    return [Text(x=x, y=y + step * at, text=line, is_bold=not at) for at, line in enumerate(lines)]


def items(y: float, *, is_bold: bool = True) -> list[Text]:
    """Three items below the names of four columns; 48 points high."""
    names = (("Item", 50), ("Quantity", 250), ("Price", 350), ("Amount", 450))
    texts = [Text(x=x, y=y, text=name, is_bold=is_bold) for name, x in names]
    for at, label in enumerate(("Hosted mailbox", "Domain name", "Virtual server"), start=1):
        cells = ((label, 50), (f"{at}", 250), (f"{at}4.99", 350), (f"{at}9.92", 450))
        texts += [Text(x=x, y=y + 14 * at, text=text) for text, x in cells]
    return texts


def test_addresses_side_by_side_are_text_and_a_list_with_addresses_a_table() -> None:
    sender = column(50, 100, "Northlake Cloud", "548 Harbor Street", "Portland, OR 97205", "United States")
    payer = column(250, 100, "Bill to", "Fennimore Logistics", "Am Kai 14", "20457 Hamburg", "Germany")
    assert boxes(page([*sender, *payer]), "table") == []
    sites = [
        Text(x=x, y=100 + 12 * at, text=text)
        for at, row in enumerate(
            (
                ("Hull", "T. Byrne", "20457 Hamburg"),
                ("Bonn", "M. Silva", "53111 Bonn"),
                ("Kiel", "A. Roth", "24103 Kiel"),
            )
        )
        for x, text in zip((50, 200, 350), row, strict=True)
    ]
    assert len(boxes(page(sites), "table")) == 1


def test_facts_side_by_side_each_behind_its_name_are_text() -> None:
    left = ("Employee: Dana Whitfield", "Employee no.: 10442", "NI number: QQ123456C", "Tax code: 1257L")
    right = ("Department: Packing", "Rate: 14.20 per hour", "Hours: 162.5", "Payment: BACS")
    facts = [
        Text(x=x, y=100 + 12 * at, text=text)
        for x, lines in ((50, left), (300, right))
        for at, text in enumerate(lines)
    ]
    assert {kind for kind, _ in regions(page(facts))} == {"text"}


def test_names_of_columns_in_bold_type_begin_a_table_below_what_stands_close() -> None:
    head = [
        *(Text(x=50, y=100 + 20 * at, text=text) for at, text in enumerate(("Ilse Brandauer", "Mill Lane 7", "Prien"))),
        *(
            Text(x=x, y=104 + 20 * at, text=text)
            for at, row in enumerate((("Customer", "K-40713"), ("Invoice", "RE-118842"), ("Date", "4 Nov 2023")))
            for x, text in zip((350, 450), row, strict=True)
        ),
        Text(x=50, y=160, text="we charge for"),
    ]
    assert (50, 176, 480, 228) in boxes(page([*head, *items(176)]), "table")


def test_names_above_a_grid_that_stand_in_another_grid_are_its_own() -> None:
    names = (("Terms", 50), ("Payment", 200), ("Currency", 350))
    texts = [Text(x=x, y=y, text=text) for y in (100, 112) for text, x in names]
    below = [Text(x=x, y=y, text=f"{y} EUR") for y in (134, 150) for x in (50, 200, 350)]

    def drawn(top: float, bottom: float) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
        across = [(45.0, y, 445.0, y + 0.5) for y in (top, bottom)]
        return across, [(x, top, x + 0.5, bottom) for x in (45.0, 195.0, 345.0, 445.0)]

    upper, lower = drawn(98, 124), drawn(131, 162)
    evidence = page(
        [*texts, *below],
        horizontal=[*upper[0], *lower[0], (45, 147, 445, 147.5)],  # type: ignore[list-item]
        vertical=[*upper[1], *lower[1]],  # type: ignore[list-item]
    )
    assert len(boxes(evidence, "table")) == 2


def test_figures_in_large_type_with_their_names_are_a_table_without_what_follows() -> None:
    tiles = [
        part
        for x, name, figure, remark in (
            (50, "ON TIME", "94.2%", "+1.3 since April"),
            (200, "ORDERS", "12,480", "-4 % since April"),
            (350, "CLAIMS", "87", "0.7 % of orders"),
        )
        for part in (
            Text(x=x, y=100, text=name),
            Text(x=x, y=112, text=figure, size=22),
            Text(x=x, y=136, text=remark),
        )
    ]
    headings = [
        Text(x=x, y=170, text=text, is_bold=True, size=12) for x, text in ((50, "By region"), (300, "By cause"))
    ]
    assert boxes(page([*tiles, *headings]), "table") == [(50, 100, 418, 146)]


def test_sizes_of_a_font_are_told_by_heights_that_come_back_however_many_sizes_a_page_has() -> None:
    texts = ["Page", "Net", "Gap", "Total", "Page", "Net", "Net", "Total"]
    heights = np.array([14.4, 14.4, 14.4, 12.3, 12.3, 12.3, 12.3, 12.3])
    assert font_sizes(texts, ["Sans"] * len(texts), heights).tolist() == heights.tolist()
