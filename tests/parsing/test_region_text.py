"""What the blocks of text of a page are: paragraphs, headings, list items. On written pages (``written_pages``)."""

from __future__ import annotations

import pytest

from bizrag.parsing.engines.regions.types import Region, RegionLabel
from tests.parsing.written_pages import Text, page, paragraph, regions


def test_a_bold_line_above_a_paragraph_is_a_heading() -> None:
    found = regions(page([Text(x=50, y=188, text="Liquidity and capital", is_bold=True), *paragraph(50, 200, 6)]))
    assert [kind for kind, _ in found] == ["section_header", "text"]


def test_bold_words_that_a_paragraph_begins_with_are_no_heading() -> None:
    start = Text(x=50, y=188, text="Office of the Director provides guidance to all", num_bold=4)
    assert [kind for kind, _ in regions(page([start, *paragraph(50, 200, 6)]))] == ["text"]
    # they may reach into the second line
    first = Text(x=50, y=176, text="Congressional and Intergovernmental Affairs with its", is_bold=True)
    second = Text(x=50, y=188, text="Office of Legislation is the focal point for members", num_bold=3)
    assert [kind for kind, _ in regions(page([first, second, *paragraph(50, 200, 6)]))] == ["text"]
    # the next paragraph begins where a sentence ended
    last = Text(x=50, y=164, text="and that is all that this paragraph has to say here.")
    found = regions(page([last, Text(x=50, y=176, text=start.text, num_bold=4), *paragraph(50, 188, 6)]))
    assert [kind for kind, _ in found] == ["text", "text"]


def test_items_with_bullets_stay_apart_though_a_figure_begins_them() -> None:
    items = [
        Text(x=50, y=100 + 12 * at, text=f"• {what}")
        for at, what in enumerate(("500 GB of room", "3 devices", "9 users"))
    ]
    assert [kind for kind, _ in regions(page([*items, *paragraph(50, 300, 6)]))].count("list_item") == 3


@pytest.mark.parametrize("line", ["Agency Priority Goals . . . . . . 17", "www.example.gov/about/performance/."])
def test_an_entry_of_contents_and_an_address_are_no_headings(line: str) -> None:
    found = regions(page([Text(x=50, y=150, text=line, size=14), *paragraph(50, 200, 6)]))
    assert [kind for kind, _ in found] == ["text", "text"]


def test_larger_type_is_a_heading_and_a_bold_sentence_is_not() -> None:
    large = Text(x=50, y=160, text="Outlook", size=14)
    bold = Text(x=50, y=300, text="We expect sales to grow again in the next year.", is_bold=True)
    found = regions(page([large, *paragraph(50, 200, 6), bold]))
    assert [kind for kind, _ in found] == ["section_header", "text", "text"]


@pytest.mark.parametrize("marker", ["•", "-", "1.", "(a)", "iv)"])
def test_lines_with_a_marker_are_list_items(marker: str) -> None:
    texts = [Text(x=50, y=200 + 12 * i, text=f"{marker} one of the things to remember") for i in range(3)]
    assert [kind for kind, _ in regions(page([*paragraph(50, 300, 6), *texts]))].count("list_item") == 3


def test_a_line_of_capitals_is_a_heading() -> None:
    found = regions(page([Text(x=50, y=180, text="NOTE 4 INVESTMENTS"), *paragraph(50, 200, 6)]))
    assert [kind for kind, _ in found] == ["section_header", "text"]


def test_a_sentence_that_starts_in_larger_type_stays_one_paragraph() -> None:
    start = Text(x=50, y=188, text="The office of the chief financial officer leads", size=12)
    rest = [Text(x=50, y=202, text="and performs the accounting of all its agencies"), *paragraph(50, 214, 6)]
    found = regions(page([start, *rest]))
    assert [kind for kind, _ in found] == ["text"]


FULL = "running text of a paragraph that fills its column"


@pytest.mark.parametrize(
    ("above", "line"),
    [
        pytest.param(f"{FULL} as", "Table 2 shows; the slower third quarter", id="like a caption"),
        pytest.param(f"{FULL} added", "79. Staff turnover was seven in a hundred", id="like an item"),
        pytest.param(f"{FULL} of", "$3.75 million. Property is pledged as well", id="an amount"),
    ],
)
def test_a_sentence_goes_on_whatever_its_next_line_begins_with(above: str, line: str) -> None:
    first, last = paragraph(50, 200, 3), paragraph(50, 260, 2)
    texts = [*first, Text(x=50, y=236, text=above), Text(x=50, y=248, text=line), *last]
    assert [kind for kind, _ in regions(page(texts))] == ["text"]


@pytest.mark.parametrize(
    "items",
    [
        ["1. cut the plates and press them flat", "2. braze them in the long furnace", "3. test all of them"],
        ["as these steps are always taken one by one", "1. cut the plates and press", "2. braze them in the furnace"],
    ],
)
def test_items_that_count_on_stay_items(items: list[str]) -> None:
    texts = [Text(x=50, y=200 + 12 * i, text=item) for i, item in enumerate(items)]
    found = regions(page([*texts, *paragraph(50, 400, 6)]))
    assert [kind for kind, _ in found].count("list_item") == sum(item[0].isdigit() for item in items)


def _double_spaced(num_lines: int, y: float) -> list[Text]:
    first = Text(x=65, y=y, text="Where a contract is typed with empty lines between its")
    rest = [
        Text(x=50, y=y + 24 * i, text="lines they are one paragraph all the same and go on")
        for i in range(1, num_lines)
    ]
    return [first, *rest, Text(x=50, y=y + 24 * num_lines, text="down to here.")]


def test_double_spaced_lines_are_paragraphs_and_the_indent_tells_where_one_begins() -> None:
    found = regions(page([*_double_spaced(5, 100), *_double_spaced(4, 244)]))
    assert found == [("text", (50, 100, 312, 230)), ("text", (50, 244, 312, 350))]


def test_entries_that_stand_apart_are_no_paragraph() -> None:
    # each begins with a capital, so that nothing says that lines so far apart belong together
    found = regions(
        page([Text(x=50, y=100 + 24 * i, text="Another entry of the list of things to do") for i in range(5)])
    )
    assert [kind for kind, _ in found] == ["text"] * 5


def test_labels_and_amounts_far_apart_are_lines_and_no_headings() -> None:
    totals = [
        Text(x=x, y=400 + 12 * i, text=text, is_bold=True)
        for i, row in enumerate((("Subtotal", "702.10"), ("Total due", "EUR 702.10")))
        for x, text in zip((50, 500), row, strict=True)
    ]
    due = [Text(x=50, y=460, text="Date:"), Text(x=120, y=460, text="Jan 1, 2022")]
    found = regions(page([*paragraph(50, 200, 6), *totals, *due]))
    assert [kind for kind, _ in found] == ["text", "text", "text"]
    assert [box[1::2] for _, box in found] == [(200, 270), (400, 422), (460, 470)]


def test_dots_that_are_words_lead_to_the_number_of_a_page() -> None:
    entries = [
        Text(x=50, y=200 + 14 * i, text=f"{name} {' '.join('.' * 30)} {i + 3}")
        for i, name in enumerate(("Scope", "Terms", "Prices", "Payment"))
    ]
    assert [kind for kind, _ in regions(page(entries))] == ["table"]


def test_a_title_in_large_type_may_be_long() -> None:
    words = "Combined measurement of the output of nine plants and of what their neighbours say about the smoke of them"
    title = [Text(x=50, y=100, text=words[:53], size=14), Text(x=50, y=118, text=words[54:], size=14)]
    assert len(words.split()) > 18
    found = regions(page([*title, *paragraph(50, 200, 6)]))
    assert [kind for kind, _ in found] == ["section_header", "text"]


def test_facts_below_each_other_are_lines_of_their_own_and_no_headings() -> None:
    facts = ["Batch: SH-26-0917", "Date of manufacture: 17 Sep 2026", "Sampled by: J. Okafor"]
    texts = [Text(x=50, y=100 + 12 * row, text=text) for row, text in enumerate(facts)]
    seen = Region(label=RegionLabel.HEADING, score=0.9, box=(45, 98, 300, 140))
    assert [kind for kind, _ in regions(page([*texts, *paragraph(50, 200, 6)]), [seen])] == ["text"] * 4


def test_a_heading_over_the_sentence_that_introduces_a_table_is_no_caption() -> None:
    heading = Text(x=50, y=170, text="Geographic areas", is_bold=True)
    lead = Text(x=50, y=184, text="Net sales by destination were as follows (in thousands):")
    rows = [
        Text(x=x, y=198 + 12 * i, text=text)
        for i in range(4)
        for x, text in ((50, f"Region {'abcd'[i]}"), (300, f"{i},234"), (400, f"{i},567"))
    ]
    detected = [
        Region(label=RegionLabel.TABLE, score=0.9, box=(45, 196, 440, 246)),
        Region(label=RegionLabel.CAPTION, score=0.9, box=(45, 168, 200, 182)),
    ]
    texts = [heading, *rows, *paragraph(50, 300, 6)]
    assert [kind for kind, _ in regions(page([*texts, lead]), detected)].count("section_header") == 1
    # right above the table it is its caption
    assert [kind for kind, _ in regions(page(texts), detected)].count("caption") == 1


def test_a_number_and_its_name_in_larger_type_below_a_table_are_a_heading() -> None:
    rows = [
        Text(x=x, y=198 + 12 * i, text=text)
        for i in range(5)
        for x, text in ((50, f"Contracts {'abcde'[i]}"), (300, f"{i},234"), (400, f"{i},567"))
    ]
    note = [Text(x=50, y=274, text="Note 13 :", size=14), Text(x=300, y=274, text="Contingencies", size=14)]
    found = regions(page([*rows, *note, *paragraph(50, 310, 6)]))
    assert [(kind, box[1]) for kind, box in found if kind != "text"] == [("table", 198), ("section_header", 274)]


def test_a_label_in_bold_type_ends_the_list_above_it_and_headings_of_two_sizes_are_two() -> None:
    items = [Text(x=50, y=100, text="• dry mouth"), Text(x=50, y=124, text="• blurred vision")]
    label = Text(x=50, y=112, text="Common (up to 1 in 10)", num_bold=1)
    found = regions(page([items[0], label, items[1], *paragraph(50, 300, 6)]))
    assert [kind for kind, _ in found][:3] == ["list_item", "text", "list_item"]
    headings = [
        Text(x=50, y=100, text="2. What you need to know", is_bold=True, size=12),
        Text(x=50, y=114, text="Do not take it", is_bold=True, size=11),
    ]
    found = regions(page([*headings, *paragraph(50, 130, 6)]))
    assert [kind for kind, _ in found] == ["section_header", "section_header", "text"]


def test_a_line_goes_on_with_no_block_past_another_one() -> None:
    contents = (
        "1. What it is and what it is used for",
        "2. What you need to know before you take it",
        "3. How to take it",
    )
    lines = [Text(x=50, y=100 + 9 * at, text=text) for at, text in enumerate(contents)]
    found = regions(page([*lines, *paragraph(50, 300, 6)]))
    assert [kind for kind, _ in found].count("list_item") == 3


def test_the_short_end_of_a_paragraph_goes_on_with_a_first_line_that_is_set_in() -> None:
    first = Text(x=65, y=100, text="(3) Examinations cannot be repeated but for one free attempt within the length of")
    found = regions(page([first, Text(x=50, y=112, text="study."), *paragraph(50, 300, 6)]))
    assert [kind for kind, _ in found].count("text") + [kind for kind, _ in found].count("list_item") == 2


_COLUMN = (
    "公司面临的主要风险包括汇率波动风险、核心技术人员流失风险以及国际贸易摩擦",
    "风险。公司约有一半的收入来自境外，人民币升值将对出口业务产生不利影响。为",
    "应对汇率风险，公司使用远期外汇合约进行套期保值，覆盖比例约为六成。",
)


@pytest.mark.parametrize("leading", [14, 23])
def test_lines_without_blanks_and_small_letters_are_one_paragraph(leading: float) -> None:
    # the detector takes the first line for a heading of its own; leading as wide as this parts paragraphs elsewhere
    lines = [Text(x=50, y=100 + leading * at, text=line) for at, line in enumerate(_COLUMN * 2)]
    seen = [
        Region(label=RegionLabel.HEADING, score=0.7, box=(45, 98, 300, 112)),
        Region(label=RegionLabel.TEXT, score=0.7, box=(45, 100 + leading - 1, 300, 400)),
    ]
    assert [kind for kind, _ in regions(page(lines), seen)] == ["text"]


def test_a_heading_stays_apart_from_a_paragraph_without_blanks() -> None:
    lines = [Text(x=50, y=116 + 14 * at, text=line) for at, line in enumerate(_COLUMN)]
    found = regions(page([Text(x=50, y=100, text="三、风险因素", is_bold=True), *lines]))
    assert [kind for kind, _ in found] == ["section_header", "text"]
    # one sentence is no heading, though no blank parts its words
    long = "公司面临的主要风险包括汇率波动风险、核心技术人员流失风险以及国际贸易摩擦风险和其他风险"
    alone = [Region(label=RegionLabel.HEADING, score=0.7, box=(45, 60, 300, 74))]
    (first, _), *_ = regions(page([Text(x=50, y=62, text=long), *paragraph(50, 200, 6)]), alone)
    assert first == "text"


def test_facts_below_each_other_stay_apart_behind_colons_of_full_width() -> None:
    facts = [Text(x=50, y=100 + 14 * at, text=fact) for at, fact in enumerate(("目标价：86.50元", "52周最高：75.3元"))]
    assert [kind for kind, _ in regions(page([*facts, *paragraph(50, 200, 6)]))] == ["text", "text", "text"]


@pytest.mark.parametrize("source", ["Source: company data", "资料来源：公司公告", "出所：会社資料"])
def test_a_table_ends_where_its_source_is_named(source: str) -> None:
    rows = [
        text
        for at in range(5)
        for text in (
            Text(x=50, y=100 + 14 * at, text=f"项目{at}"),
            Text(x=200, y=100 + 14 * at, text=f"{at}2.5"),
            Text(x=300, y=100 + 14 * at, text=f"{at}7.1"),
        )
    ]
    # the legend of a chart below stands in the columns of the table
    legend = [Text(x=200, y=204, text="动力电池"), Text(x=300, y=204, text="储能系统")]
    tail = [Text(x=50, y=172, text=source), Text(x=50, y=188, text="图表2：分业务收入构成"), *legend]
    (table,) = [box for kind, box in regions(page([*rows, *tail])) if kind == "table"]
    assert table[3] <= 170


@pytest.mark.parametrize(
    ("end", "start"), [("three", "(3) months"), ("dreißig", "(30) Tagen"), ("forty-five", "(45) days")]
)
def test_a_figure_that_repeats_the_number_in_words_before_it_is_no_item(end: str, start: str) -> None:
    lines = [
        Text(x=50, y=100, text=f"2.1 Either party may end this contract by not less than {end}"),
        Text(x=50, y=112, text=f"{start} before the end of a calendar quarter, in writing and signed."),
    ]
    assert len(regions(page(lines))) == 1


def test_the_next_item_of_a_list_stays_one() -> None:
    lines = [
        Text(x=50, y=100, text="(2) the boats that are kept at the pier on the lake by members"),
        Text(x=50, y=112, text="(3) the boats of guests who stay for no more than a night or two"),
    ]
    assert len(regions(page(lines))) == 2
