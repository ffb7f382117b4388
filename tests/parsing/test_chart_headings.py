"""The title over a chart in a report is part of its caption: as a heading it would name all that follows."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.captions.plain_captions import link_captions
from bizrag.parsing.draft import DraftItem, DraftPicture, DraftText


def _text(kind: BlockKind, text: str, left: float, top: float, right: float) -> DraftText:
    return DraftText(kind=kind, text=text, page_no=1, bbox=BoundingBox(l=left, t=top, r=right, b=top + 12))


def _page(title: DraftText, *, caption: str = "", labels: str = "Retail\n42%\nExport\n9%") -> list[DraftItem]:
    chart = DraftPicture(page_no=1, bbox=BoundingBox(l=120, t=150, r=440, b=350), text=labels, caption=caption)
    return [
        _text(BlockKind.HEADING, "3.2 Channels", 56, 60, 180),
        _text(BlockKind.TEXT, "Retail is still the strongest channel.", 56, 90, 500),
        title,
        chart,
        _text(BlockKind.TEXT, "Exports fell again, as the euro was strong.", 56, 400, 500),
    ]


def _caption_with(title: DraftText, *, caption: str = "", labels: str = "Retail\n42%\nExport\n9%") -> str:
    items = _page(title, caption=caption, labels=labels)
    link_captions(items)
    (chart,) = (item for item in items if isinstance(item, DraftPicture))
    return chart.caption


def test_a_title_that_no_text_is_aligned_with_is_part_of_the_caption() -> None:
    title = _text(BlockKind.HEADING, "Sales by channel", 240, 132, 350)
    assert _caption_with(title) == "Sales by channel"
    assert title.kind is BlockKind.CAPTION
    title = _text(BlockKind.HEADING, "Sales by channel", 240, 132, 350)
    assert _caption_with(title, caption="Figure 6: Pie.") == "Figure 6: Pie. Sales by channel"


def test_headings_begin_where_the_text_does_or_have_a_number_or_stand_above_photographs() -> None:
    aligned = _text(BlockKind.HEADING, "Sales by channel", 56, 132, 166)
    numbered = _text(BlockKind.HEADING, "3.3 Countries", 240, 132, 350)
    over_photograph = _text(BlockKind.HEADING, "Our shops", 240, 132, 350)
    assert _caption_with(aligned) == ""
    assert _caption_with(numbered) == ""
    assert _caption_with(over_photograph, labels="") == ""
    assert all(one.kind is BlockKind.HEADING for one in (aligned, numbered, over_photograph))


def test_what_stands_above_all_other_texts_is_the_pages_title() -> None:
    title = _text(BlockKind.HEADING, "Sales by channel", 240, 132, 350)
    items = _page(title)[2:]
    link_captions(items)
    assert title.kind is BlockKind.HEADING
