"""Text conservation on made-up pages: which words are missing, and where they are put."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind, TableCell
from bizrag.parsing.captions.plain_captions import link_captions
from bizrag.parsing.conservation import conserve_page, margin_kind, missing_words, paragraphs, tokens
from bizrag.parsing.draft import Draft, DraftPage, DraftPicture, DraftTable, DraftText
from bizrag.parsing.text_layers.text_layer import PageLayer, Word


def _box(left: float, top: float, right: float, bottom: float) -> BoundingBox:
    return BoundingBox(l=left, t=top, r=right, b=bottom)


def _line(text: str, *, top: float, left: float = 50.0, number: int = 0) -> list[Word]:
    """Words of 40 points each, 10 points high."""
    return [
        Word(word, _box(left + 45 * i, top, left + 45 * i + 40, top + 10), 10.0, number)
        for i, word in enumerate(text.split())
    ]


def _layer(*lines: list[Word]) -> PageLayer:
    return PageLayer(page_no=1, width_pt=600, height_pt=800, words=tuple(word for line in lines for word in line))


def _page() -> DraftPage:
    return DraftPage(page_no=1, width_pt=600, height_pt=800)


def _text(text: str, box: BoundingBox, kind: BlockKind = BlockKind.TEXT) -> DraftText:
    return DraftText(kind=kind, text=text, page_no=1, bbox=box)


def test_nothing_is_missing_when_spellings_differ() -> None:
    words = _line("the infor- mation ﬁnally costs 3 .88", top=100)
    said = _text("The information finally costs 3.88", _box(0, 90, 600, 120))
    assert missing_words(words, [said]) == []


def test_a_repeated_word_is_missed_where_nothing_covers_it() -> None:
    covered, bare = _line("total", top=100), _line("total", top=300, number=1)
    said = _text("total", _box(0, 90, 600, 120))
    assert missing_words([*bare, *covered], [said]) == bare


def test_right_to_left_words_compare_by_their_letters() -> None:
    # the lam-alef ligature comes apart in either order
    assert tokens("الإنتاجية") == tokens("اإلنتاجية")
    assert tokens("Pythonمن") == tokens("Python من")


def test_a_missing_paragraph_stands_between_its_neighbours() -> None:
    draft = Draft(items=[_text("first", _box(50, 100, 90, 110)), _text("third", _box(50, 300, 90, 310))])
    page = _page()
    layer = _layer(_line("first", top=100), _line("second one", top=200, number=1), _line("third", top=300, number=2))
    conserve_page(draft, layer, page)
    assert [item.text for item in draft.items if isinstance(item, DraftText)] == ["first", "second one", "third"]
    assert (page.num_layer_tokens, page.num_lost_tokens) == (4, 0)


def test_missing_numbers_go_to_the_cell_they_stand_in() -> None:
    cells = [
        TableCell(text="Sales", row_start=0, row_end=1, col_start=0, col_end=1, bbox=_box(50, 100, 150, 120)),
        TableCell(text="", row_start=0, row_end=1, col_start=1, col_end=2, bbox=_box(150, 100, 250, 120)),
    ]
    table = DraftTable(num_rows=1, num_cols=2, cells=cells, page_no=1, bbox=_box(50, 100, 250, 120))
    draft = Draft(items=[table])
    page = _page()
    conserve_page(draft, _layer([*_line("Sales", top=105), *_line("3,061", top=105, left=180)]), page)
    assert [cell.text for cell in table.cells] == ["Sales", "3,061"]
    # "3,061" is two tokens, both numbers
    assert (page.num_layer_numbers, page.num_lost_numbers) == (2, 0)


def test_labels_of_a_chart_become_the_text_of_the_picture() -> None:
    picture = DraftPicture(page_no=1, bbox=_box(40, 90, 400, 400))
    draft = Draft(items=[picture])
    conserve_page(draft, _layer(_line("Revenue 2025", top=100), _line("48%", top=200, number=1)), _page())
    assert picture.text == "Revenue 2025\n48%"
    assert draft.items == [picture]


def test_stray_lines_in_the_margins_become_furniture() -> None:
    draft = Draft()
    conserve_page(draft, _layer(_line("Annual report", top=20), _line("17", top=780, number=1)), _page())
    kinds = [item.kind for item in draft.items if isinstance(item, DraftText)]
    assert sorted(kinds) == [BlockKind.PAGE_FOOTER, BlockKind.PAGE_HEADER]


def test_a_line_that_leaves_the_band_is_no_furniture() -> None:
    # 0.065 x 800 = 52 points
    assert margin_kind(_box(0, 40, 10, 51), 800) is BlockKind.PAGE_HEADER
    assert margin_kind(_box(0, 40, 10, 53), 800) is None
    assert margin_kind(_box(0, 749, 10, 760), 800) is BlockKind.PAGE_FOOTER


def test_lines_join_to_paragraphs_until_a_gap() -> None:
    lines = [_line("one", top=100), _line("two", top=112, number=1), _line("three", top=150, number=2)]
    groups = paragraphs([word for line in lines for word in line])
    assert [[word.text for word in group] for group in groups] == [["one", "two"], ["three"]]


@pytest.mark.parametrize(
    "caption", ["Table 3: Sales by region", "图表3：分地区收入", "表3 地域別売上高", "표 3: 지역별 매출"]
)
def test_a_numbered_line_beside_a_table_is_its_caption(caption: str) -> None:
    near = _text(caption, _box(50, 80, 300, 92))
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 100, 500, 200))
    far = _text("Table 4 follows on the next page", _box(50, 300, 300, 312))
    link_captions([near, table, far])
    assert table.caption == caption
    assert (near.kind, far.kind) == (BlockKind.CAPTION, BlockKind.TEXT)


@pytest.mark.parametrize("sentence", ["Figure 2 shows sales", "表2显示，收入增长", "표3은 매출을 보여준다"])
def test_a_sentence_about_figures_is_no_caption_of_a_table(sentence: str) -> None:
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 100, 500, 200))
    link_captions([_text(sentence, _box(50, 80, 300, 92)), table])
    assert table.caption == ""


def test_a_short_line_that_begins_where_a_table_does_is_its_title() -> None:
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 100, 300, 200))
    title = _text("Main holders", _box(51, 90, 120, 98))
    link_captions([title, table])
    assert (table.caption, title.kind) == ("Main holders", BlockKind.CAPTION)


@pytest.mark.parametrize(
    ("text", "left", "bottom"),
    [
        ("They hold these shares.", 50, 98),
        ("as follows", 50, 98),
        ("Holders:", 50, 98),
        ("Main holders", 80, 98),
        ("Main holders", 50, 80),
    ],
)
def test_a_sentence_and_what_stands_elsewhere_is_no_title_of_a_table(text: str, left: float, bottom: float) -> None:
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 100, 300, 200))
    line = _text(text, _box(left, bottom - 8, left + 70, bottom))
    link_captions([line, table])
    assert (table.caption, line.kind) == ("", BlockKind.TEXT)


def test_a_map_set_as_tiles_has_the_caption_of_a_map() -> None:
    legend = "Dark green 95 or more. Green 90 to 94. Data: register of 4 October."
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 100, 300, 200), caption=legend)
    above, below = (
        _text("Map 1. Coverage in % by district", _box(50, 80, 300, 92), BlockKind.CAPTION),
        _text(legend, _box(50, 205, 300, 217), BlockKind.CAPTION),
    )
    link_captions([above, table, below])
    assert table.caption == "Map 1. Coverage in % by district"


def test_a_paragraph_that_layout_took_for_a_caption_is_text_where_a_numbered_one_stands_below() -> None:
    before = _text("The premium depends on the zone. It is paid once a year.", _box(50, 60, 500, 90))
    before.kind = BlockKind.CAPTION
    below = _text("Table 2: Yearly premium", _box(50, 205, 300, 217))
    table = DraftTable(num_rows=0, num_cols=0, cells=[], page_no=1, bbox=_box(50, 100, 500, 200), caption=before.text)
    link_captions([before, table, below])
    assert table.caption == "Table 2: Yearly premium"
    assert (before.kind, below.kind) == (BlockKind.TEXT, BlockKind.CAPTION)
    # a caption of one sentence without a number stays
    table.caption, below.text = "Premium by zone and level of cover", "Sources: own"
    link_captions([table, below])
    assert table.caption == "Premium by zone and level of cover"


def test_a_caption_inside_a_picture_goes_on_below_where_its_bracket_closes_and_sentences_beside_it_are_text() -> None:
    title = "Figure 4 Who paid the fees of the last course (per cent"
    picture = DraftPicture(page_no=1, bbox=_box(50, 100, 400, 300))
    picture.text = f"{title}\nof courses with a fee)\nEmployer 54%\nSource: survey"
    sentence = _text(
        "Instruction at the workplace is the commonest form for all groups but those with a degree, who prefer rooms.",
        _box(50, 80, 400, 92),
        BlockKind.CAPTION,
    )
    picture.caption = sentence.text
    link_captions([sentence, picture])
    assert picture.caption == f"{title} of courses with a fee)"
    assert sentence.kind is BlockKind.TEXT


def test_of_tokens_at_several_places_those_beside_others_are_left_over() -> None:
    """A label with the mark of its note, which one reader writes as one word."""
    words = [*_line("it pays a part of a whole", top=100), *_line("chargesa", top=140, number=1)]
    said = [_text("it pays a part of a whole", _box(0, 90, 600, 120)), _text("charges a", _box(0, 130, 600, 160))]
    assert missing_words(words, said) == []


def test_halves_of_a_word_that_were_joined_take_no_tokens_of_others() -> None:
    broken = [replace(_line("pre-trained", top=100)[0], broken_at=3)]
    whole = _line("Pre-training helps trained models", top=112, number=1)
    said = _text("pretrained Pre-training helps trained models", _box(0, 90, 600, 130))
    assert missing_words([*broken, *whole], [said]) == []


def test_a_range_that_is_joined_over_the_end_of_a_line_takes_no_tokens_of_another() -> None:
    words = [*_line("Keswick 9.30–", top=100), *_line("18.00. Sheffield 10.00–18.00,", top=112, number=1)]
    said = _text("Keswick 9.3018.00. Sheffield 10.00-18.00,", _box(0, 90, 600, 130))
    assert missing_words(words, [said]) == []
