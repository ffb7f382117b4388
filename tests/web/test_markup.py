"""Markdown of models and documents: what is shown, and that nothing else comes through."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bizrag.errors import BadInputError
from bizrag.model.geometry import BoundingBox, Locator
from query.web.markup import CitationLink, answer_html, markdown_html, marked_text
from query.web.places import MAX_BOXES, CitedRows, places_of, read_place, table_mark

LINKS = {3: CitationLink(href="/web/cited?c=x&at=0", label='Citation 3: "a" <b>.pdf, page 2')}
_TAG = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>")
_ALLOWED = {
    *("p", "br", "hr", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li", "a"),
    *("h3", "h4", "h5", "h6", "div", "table", "thead", "tbody", "tr", "th", "td"),
}


def test_a_marker_becomes_a_link_to_its_place() -> None:
    html = answer_html("Sales **rose** [3](#3).", LINKS)
    assert "<strong>rose</strong>" in html
    assert 'href="/web/cited?c=x&amp;at=0"' in html
    assert 'aria-label="Citation 3: &quot;a&quot; &lt;b&gt;.pdf, page 2"' in html
    assert ">3</a>." in html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [4](#4)", "<p>see 4</p>"),
        ("see [here](https://elsewhere.example/?q=secret)", "<p>see here</p>"),
        ("see [here](javascript:alert(1))", "<p>see [here](javascript:alert(1))</p>"),
        ("see [out](/web/documents)", "<p>see out</p>"),
        ("![secret](https://elsewhere.example/x.png)", "<p>secret</p>"),
        ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        ("<https://elsewhere.example>", "<p>https://elsewhere.example</p>"),
        ("# Title", "<h3>Title</h3>"),
    ],
)
def test_other_links_pictures_and_tags_are_shown_as_text(text: str, shown: str) -> None:
    assert answer_html(text, LINKS).strip() == shown


def test_numbers_of_tables_stand_to_the_right() -> None:
    html = markdown_html("| Name | 2025 |\n| --- | --- |\n| Marine | (7,912) |\n| Corporate | - |\n")
    assert '<th scope="col">Name</th>' in html
    assert re.search(r'<th (class="num" scope="col"|scope="col" class="num")>2025</th>', html)
    assert html.count('<td class="num">') == 2


def test_a_table_of_an_answer_scrolls_by_itself() -> None:
    table = "| a |\n| --- |\n| `<table>` </table> |\n"
    html = answer_html(f"{table}\nAnd:\n\n{table}", LINKS)
    assert html.count('<div class="table-scroll"') == html.count("<table>") == 2
    assert html.count("</table></div>") == html.count("</div>") == 2
    # those of documents stand in such a container already
    assert "<div" not in markdown_html(table)


def classes_by_column(markdown: str) -> list[set[str]]:
    """The classes of each column's cells; empty for none."""
    rows = re.findall(r"<tr>(.*?)</tr>", markdown_html(markdown), re.DOTALL)
    cells = [re.findall(r"<t[hd]([^>]*)>", row) for row in rows]
    found = [[re.sub(r'.*class="(.*?)".*|.*', r"\1", cell) for cell in row] for row in cells]
    return [set(column) for column in zip(*found, strict=True)]


def test_the_cells_of_a_column_are_aligned_alike() -> None:
    markdown = (
        "| What | Limit | Notice | Room | Left |\n| --- | --- | --- | --- | --- |\n"
        "| Hotel | £165 a night | 3 | - | - |\n| Dinner | £32 | 12 days before | 1,204 | - |\n"
        "| 2025 | on request | in writing | B-4 | - |\n| Train | $5.50 per km | by hand | 12% | - |\n"
    )
    # mostly numbers stand to the right, whatever stands among them; a single one among texts stays with these
    assert classes_by_column(markdown) == [{""}, {"num", "right"}, {""}, {"num", "right"}, {""}]
    assert classes_by_column("| Year | Plan |\n| --- | --- |\n| Marine | 25.0 |\n") == [{""}, {"num"}]


def test_words_of_the_question_are_marked_and_placeholders_are_labels() -> None:
    text = marked_text("The dividends <b>of</b> 2025\n<<table_2>>", "What dividend was the one of 2025?")
    assert text == (
        'The <mark>dividends</mark> &lt;b&gt;of&lt;/b&gt; <mark>2025</mark>\n<span class="placeholder">table 2</span>'
    )


@pytest.mark.slow
@given(st.text(alphabet=st.sampled_from("<>\"'&/=[](){}#!|-*_`\\ \nabjsx3:img onerror"), max_size=120))
def test_only_harmless_tags_ever_come_out(text: str) -> None:
    for html in (answer_html(text, LINKS), markdown_html(text)):
        for _, tag, attributes in _TAG.findall(html):
            assert tag in _ALLOWED
            assert not re.search(r"\bon\w+\s*=|javascript:|style\s*=", attributes)
            assert "href" not in attributes or 'href="/web/cited?c=x&amp;at=0"' in attributes
    assert not re.search(r"<(?!/?(mark|span)\b)", marked_text(text, text))


_SIDE = st.floats(min_value=0, max_value=3000, allow_nan=False)


@pytest.mark.slow
@given(
    number=st.integers(1, 9999),
    page_no=st.integers(1, 99_999),
    sides=st.lists(st.tuples(_SIDE, _SIDE, _SIDE, _SIDE), min_size=1, max_size=MAX_BOXES),
)
def test_a_place_survives_its_link(number: int, page_no: int, sides: list[tuple[float, float, float, float]]) -> None:
    boxes = [BoundingBox(l=min(a, c), t=min(b, d), r=max(a, c), b=max(b, d)) for a, b, c, d in sides]
    (place,) = places_of(number, "ab" * 16, [Locator(page_no=page_no, bbox=box) for box in boxes])
    back = read_place(str(place))
    assert (back.number, back.document_id, back.page_no) == (number, "ab" * 16, page_no)
    for box, read in zip(place.boxes, back.boxes, strict=True):
        assert read.to_json() == pytest.approx(box.to_json(), abs=0.06)


def test_the_rows_of_a_place_survive_its_link() -> None:
    rows = CitedRows(table=table_mark("| a |"), numbers=(3, 7))
    for locator in (Locator(char_start=120, char_end=131), Locator(page_no=4)):
        (place,) = places_of(2, "ab" * 16, [locator], rows)
        assert place.rows == (3, 7)
        assert read_place(str(place)) == place


def test_pages_that_have_no_boxes_have_the_spans_of_their_texts() -> None:
    locators = [Locator(page_no=1, char_start=5, char_end=90), Locator(page_no=2, char_start=92, char_end=110)]
    places = places_of(2, "ab" * 16, locators)
    assert [(place.page_no, place.char_start, place.char_end) for place in places] == [(1, 5, 90), (2, 92, 110)]
    assert [read_place(str(place)) for place in places] == places


_HEAD = f"1_{'ab' * 16}"


@pytest.mark.parametrize("value", ["", "1_zz_p3", f"{_HEAD}_p3_9-9-1-1", f"{_HEAD}_p3_..-1-2-3", _HEAD, f"{_HEAD}_r3"])
def test_a_damaged_place_is_refused_in_a_sentence(value: str) -> None:
    with pytest.raises(BadInputError, match="the link to this citation is damaged"):
        read_place(value)
