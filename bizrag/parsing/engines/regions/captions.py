"""What begins like the caption of a table or figure. Pure."""

from __future__ import annotations

import re

CAPTION = re.compile(
    r"^(table|figure|fig\.?|exhibit|chart|graph|box|abb\.?|tabelle|tableau|tabla|diagram|map)"
    r"(\s*(no\.?\s*)?[A-Z]{0,3}[-.–]?\d+([.\-–]\d+)*[a-z]?|\s+(no\.?\s*)?(?-i:[IVXL]+|[A-Z]))\b"
    # "图表1：主要财务指标", "表3 売上高"
    r"|^[附续續]?(?:[图圖図]表|[图圖図表]|그림|표)\s?\d+(?:[.\-－–]\d+)*(?!\d)",
    re.IGNORECASE,
)
#: how Chinese, Japanese and Korean say where figures come from; an expression
SOURCE_UNSPACED = "[资資]料[来來]源|[数數]据[来來]源|出所|出典|자료|출처"
# a verb behind the number: "Table 3 shows", "表3显示", "図1は"
_GOES_ON = re.compile(r"\s+(?!cont)[a-zß-öø-ÿ]{2,}|[显顯所列为為中反給给はにかよとでをが은는이가에]")


def is_named_caption(text: str) -> bool:
    """Whether a text begins with a number as captions do, and not with a sentence about what has that number.

    >>> [is_named_caption(text) for text in ("Table 2-1. Net sales", "Figure 3 Plants", "Figure 2-1 extends this")]
    [True, True, False]
    >>> is_named_caption("图表1：主要财务指标"), is_named_caption("表2显示，收入增长")
    (True, False)
    """
    found = CAPTION.match(text)
    return found is not None and not _GOES_ON.match(text[found.end() :])
