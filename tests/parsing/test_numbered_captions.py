"""Which of the captions of a page is which figure's."""

from __future__ import annotations

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.captions.numbered_captions import place_captions
from bizrag.parsing.draft import DraftPicture, DraftText


def _text(text: str, top: float, kind: BlockKind = BlockKind.CAPTION, page_no: int = 1) -> DraftText:
    return DraftText(kind=kind, text=text, page_no=page_no, bbox=BoundingBox(l=60, t=top, r=300, b=top + 10))


def _picture(top: float, caption: str = "", page_no: int = 1) -> DraftPicture:
    box = BoundingBox(l=60, t=top, r=400, b=top + 100)
    return DraftPicture(page_no=page_no, bbox=box, caption=caption, text="12\n34")


def test_of_figures_below_each_other_each_has_the_caption_below_it() -> None:
    captions = [_text(f"Figure {number}. Sales", 200 * number + 25) for number in (1, 2, 3)]
    # the caption is nearer to the figure that follows
    pictures = [_picture(100), _picture(240, captions[0].text), _picture(440, captions[1].text)]
    captions[1].bbox, captions[2].bbox = (BoundingBox(l=60, t=top, r=300, b=top + 10) for top in (425, 560))
    place_captions([*pictures, *captions])
    assert [picture.caption for picture in pictures] == [caption.text for caption in captions]


def test_captions_above_are_told_by_the_other_pages() -> None:
    pictures, captions = (
        [_picture(100, page_no=2), _picture(240, page_no=2)],
        [_text("Figure 2. Costs", 215, page_no=2)],
    )
    first = [_text("Figure 1. Sales", 80), _picture(100)]
    place_captions([*first, *pictures, *captions])
    assert [picture.caption for picture in pictures] == ["", "Figure 2. Costs"]
    pictures, first = (
        [_picture(100, page_no=2), _picture(240, page_no=2)],
        [_picture(100), _text("Figure 1. Sales", 210)],
    )
    place_captions([*first, *pictures, *captions])
    assert [picture.caption for picture in pictures] == ["Figure 2. Costs", ""]


def test_a_sentence_above_is_a_text_where_the_numbered_caption_stands_below() -> None:
    sentence = _text("We asked 640 people in a survey and eleven in workshops.", 85)
    picture, caption = _picture(100, sentence.text), _text("Figure 4: What matters", 205, BlockKind.TEXT)
    place_captions([sentence, picture, caption])
    assert picture.caption == "Figure 4: What matters"
    assert (sentence.kind, caption.kind) == (BlockKind.TEXT, BlockKind.CAPTION)
    title = _text("Answers of all groups", 85)
    picture = _picture(100, title.text)
    place_captions([title, picture, caption])
    assert picture.caption == "Figure 4: What matters. Answers of all groups"


def test_a_caption_is_not_that_of_a_figure_behind_a_sentence_or_another_figure() -> None:
    sentence = _text("Costs fell by a third since the new depot has been opened.", 208, BlockKind.TEXT)
    picture, caption = _picture(100), _text("Figure 4: Costs", 230)
    place_captions([picture, sentence, caption])
    assert picture.caption == ""


def test_panels_beside_each_other_share_the_caption_below_them() -> None:
    boxes = [BoundingBox(l=left, t=100, r=left + 150, b=200) for left in (60, 230)]
    left, right = (DraftPicture(page_no=1, bbox=box, caption="", text="12\n34") for box in boxes)
    caption = _text("Figure 5: Funnel plots of both models", 215)
    caption.bbox = BoundingBox(l=60, t=215, r=380, b=225)
    place_captions([left, right, caption])
    assert left.caption == right.caption == caption.text
    # a caption that ends below one of them is that of one alone
    left.caption = right.caption = ""
    caption.bbox = BoundingBox(l=60, t=215, r=210, b=225)
    place_captions([left, right, caption])
    assert (left.caption, right.caption) == (caption.text, "")
