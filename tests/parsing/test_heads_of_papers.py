"""Heads of invoices, statements and reports: an address beside facts, facts in pairs, columns that nearly touch."""

from __future__ import annotations

from dataclasses import replace

from bizrag.parsing.engines.grid.grid import build_grid
from tests.parsing.set_tables import page as set_page
from tests.parsing.set_tables import rows_of, words_at
from tests.parsing.written_pages import Text, boxes, page

FACTS = [("Invoice no.", "RE-0342"), ("Date", "11.03.2024"), ("Customer", "KD-204"), ("Your order", "B-4475")]
FACTS += [("Delivery", "L-884"), ("Clerk", "H. Vogt"), ("Phone", "0711 558")]
ADDRESS = ["Kessler Works", "Purchasing, Mrs Dorn", "Am Ufer 3", "72072 Tübingen"]


def _facts(top: float) -> list[Text]:
    return [
        Text(x=x, y=top + 14 * at, text=text)
        for at, fact in enumerate(FACTS)
        for x, text in zip((350, 480), fact, strict=True)
    ]


def test_an_address_whose_lines_stand_between_those_of_facts_is_no_column_of_them() -> None:
    sender = Text(x=50, y=100, text="Office Goods Ltd, Mill Road 14")
    lines = [Text(x=50, y=121 + 14 * at, text=line) for at, line in enumerate(ADDRESS)]
    assert boxes(page([sender, *lines, *_facts(100)]), "table") == [(350, 100, 530, 194)]


def test_an_address_level_with_facts_is_no_column_of_them() -> None:
    lines = [Text(x=50, y=100 + 14 * at, text=line) for at, line in enumerate(ADDRESS)]
    assert boxes(page([*lines, *_facts(100)]), "table") == [(350, 100, 530, 194)]


def test_names_centred_beside_two_lines_of_their_row_stay_in_the_table() -> None:
    texts: list[Text] = []
    for at, name in enumerate(("Alder", "Birch", "Cedar", "Dogwood")):
        top = 100 + 40 * at
        texts.append(Text(x=50, y=top + 7, text=name))
        texts += [
            Text(x=x, y=top + 14 * line, text=f"{text} {at}")
            for line in (0, 1)
            for x, text in ((250, "grows in"), (420, "is used"))
        ]
    assert all(box[0] == 50 for box in boxes(page(texts), "table"))


def test_facts_in_pairs_are_told_by_heavy_values_as_by_heavy_names() -> None:
    rows = [("Account name", "Larkspur Ltd", "Sort code", "20-44-81"), ("Number", "70113642", "Bank code", "TW 88")]
    rows += [("Statement", "no. 6", "Limit", "10,000.00")]
    words = [
        replace(word, is_bold=col % 2 == 1)
        for at, row in enumerate(rows)
        for col, text in enumerate(row)
        for word in words_at((0, 85, 270, 355)[col], 14 * at, text)
    ]
    assert rows_of(build_grid(words, []))[:3] == [
        ["Account name", "Larkspur Ltd"],
        ["Sort code", "20-44-81"],
        ["Number", "70113642"],
    ]
    # of years in heavy type beside others the names would come twice
    twice = [replace(word, text="Sales") if word.l in (0, 270) else word for word in words]
    assert rows_of(build_grid(twice, []))[0] != ["Sales", "Larkspur Ltd"]


def test_names_with_a_colon_in_two_columns_are_facts_though_they_go_on_in_a_second_line() -> None:
    grid = build_grid(
        set_page(
            (0, 0, "Delivery note"), (90, 0, "DN 55172"), (230, 0, "Your"), (290, 0, "PO-08831"),
            (0, 12, "no.:"), (230, 12, "order:"),
            (0, 26, "Despatched:"), (90, 26, "06.09.2024"), (230, 26, "Carrier:"), (290, 26, "Ridings Freight,"),
            (290, 38, "RF 7740012"),
            (0, 52, "Weight:"), (90, 52, "148.5 kg"), (230, 52, "Driver:"),
        ),
        [],
    )  # fmt: skip
    assert rows_of(grid) == [
        ["Delivery note no.:", "DN 55172"],
        ["Your order:", "PO-08831"],
        ["Despatched:", "06.09.2024"],
        ["Carrier:", "Ridings Freight, RF 7740012"],
        ["Weight:", "148.5 kg"],
        ["Driver:", ""],
    ]


def test_facts_of_two_columns_need_not_stand_level() -> None:
    left = [("Client:", "Valley Users"), ("Sampled:", "12 March"), ("", "R. Hale"), ("Type:", "Water")]
    right = [("Sample:", "FV-07"), ("Received:", "13 March"), ("Done:", "18 March"), ("Cold:", "6.4")]
    placed = [
        (x, 14 * at + shift, text)
        for facts, start, shift in ((left, 0, 0), (right, 230, 6))
        for at, fact in enumerate(facts)
        for x, text in zip((start, start + 80), fact, strict=True)
        if text
    ]
    rows = rows_of(build_grid(set_page(*placed), []))
    assert {tuple(row) for row in rows} == {
        *(("Client:", "Valley Users"), ("Sampled:", "12 March R. Hale"), ("Type:", "Water")),
        *right,
    }


def test_the_head_of_a_report_is_no_row_of_the_facts_below_it() -> None:
    head = [("Aquilon Laboratory", "Accreditation 8821"), ("TEST REPORT AQ 24", "Page 1 of 1")]
    texts = [
        Text(x=x, y=100 + 14 * at, text=text)
        for at, line in enumerate(head)
        for x, text in zip((50, 420), line, strict=True)
    ]
    facts = [
        ("Client:", "Valley Users", "Sample:", "FV-07"),
        ("Sampled:", "12 March", "Received:", "13 March"),
        ("By:", "R. Hale", "Done:", "18 March"),
    ]
    texts += [
        Text(x=x, y=132 + 14 * at, text=text)
        for at, line in enumerate(facts)
        for x, text in zip((50, 130, 330, 420), line, strict=True)
    ]
    assert [round(box[1]) for box in boxes(page(texts), "table")] == [132]


def test_a_number_and_its_unit_that_nearly_touch_have_a_column_each() -> None:
    items = [
        ("Valve of steel", "24", "EA", "38.40"),
        ("Ferrule in 316 L", "120", "EA", "4.10"),
        ("Gasket of soft rubber", "250", "PCS", "0.62"),
        ("Hose for hot milk", "60", "M", "11.90"),
    ]
    placed = [(0, 0, "Item"), (205, 0, "Qty"), (225, 0, "UoM"), (290, 0, "Price")]
    for at, (item, number, unit, price) in enumerate(items, start=1):
        placed += [
            (0, 14 * at, item),
            (220 - 5 * len(number), 14 * at, number),
            (225, 14 * at, unit),
            (290, 14 * at, price),
        ]
    rows = rows_of(build_grid(set_page(*placed), []))
    assert rows[0] == ["Item", "Qty", "UoM", "Price"]
    assert rows[1] == ["Valve of steel", "24", "EA", "38.40"]


def test_words_of_a_text_with_wide_blanks_have_no_columns() -> None:
    texts = ["one big red", "two long blue", "six odd green", "ten thin pale"]
    placed = [(0, 0, "Item"), (100, 0, "What it looks like"), (290, 0, "Price")]
    for at, text in enumerate(texts, start=1):
        placed += [(0, 14 * at, f"A{at}"), (100, 14 * at, text), (290, 14 * at, f"{at}.40")]
    assert rows_of(build_grid(set_page(*placed), []))[0] == ["Item", "What it looks like", "Price"]
