"""Lines that are the titles of pictures without being called so."""

from __future__ import annotations

import pytest

from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import BlockKind
from bizrag.parsing.captions.plain_captions import link_captions
from bizrag.parsing.draft import DraftPicture, DraftText


def _line(text: str, top: float, left: float, *, width: float = 160) -> DraftText:
    box = BoundingBox(l=left, t=top, r=left + width, b=top + 10)
    return DraftText(kind=BlockKind.TEXT, text=text, page_no=2, bbox=box)


@pytest.mark.parametrize(
    ("text", "left", "caption"),
    [
        ("Order backlog at quarter end ($ in millions)", 230, "Order backlog at quarter end ($ in millions)"),
        # a sentence, and a line that stands where texts begin
        ("Order backlog has grown in each quarter.", 230, ""),
        ("Order backlog at quarter end ($ in millions)", 150, ""),
    ],
)
def test_one_line_over_the_middle_of_a_bitmap_is_its_title(text: str, left: float, caption: str) -> None:
    picture = DraftPicture(page_no=2, bbox=BoundingBox(l=150, t=357, r=470, b=493), caption="", text="")
    line = _line(text, 345, left)
    link_captions([_line("We expect to ship most of it within twelve months.", 300, 70, width=460), line, picture])
    assert picture.caption == caption
    assert (line.kind is BlockKind.CAPTION) is bool(caption)
