"""Figures that stand alone, with their currency and unit, as they do on slides and in charts. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

# "£38.2m", "€ 5.12", "+4.2 %", "1,304", "CHF 11.2m", "3.8x", "41 days", "22 m³/h"
_UNIT = r" ?[a-zA-Zµ]{1,7}[²³]?(?:/[a-zA-Z]{1,5}[²³]?|\.)?"
_FIGURE = re.compile(
    r"[^\w\s]{0,2}(?:[A-Z]{3} ?|(?<=[$€£¥]) )?[^\w\s]{0,2}\d[\d.,:/\u00a0 ]*[^\w\s]{0,2}"
    # "5 h 20": a time
    rf"(?:{_UNIT})?[^\w\s]?|\d{{1,2}} ?h ?\d\d(?: ?min)?"
)
# what stands for a figure among others has so many words: "IP68", "AAA"
_MAX_WORDS = 2
_BEFORE = re.compile(r"(?<=[\d%]) \(\d+(?:[.,]\d+)?%?\)$")


def is_key_figure(text: str) -> bool:
    """Whether a text is one figure and nothing else.

    >>> [is_key_figure(text) for text in ("£38.2m", "€ 5.12", "CHF 11.2m", "22 m³/h", "5 h 20")]
    [True, True, True, True, True]
    >>> [is_key_figure(text) for text in ("Net debt", "3 new sites opened in May")]
    [False, False]
    """
    return _FIGURE.fullmatch(text.strip()) is not None


def without_before(text: str) -> str:
    """A figure without the one of the time before that stands behind it in brackets.

    >>> without_before("27 (38)"), without_before("(38)"), without_before("2024 (e)")
    ('27', '(38)', '2024 (e)')
    """
    return _BEFORE.sub("", text)


def are_key_figures(texts: Sequence[str]) -> bool:
    """Whether most of some texts are figures, and the others are as short.

    >>> are_key_figures(("18 m", "IP68", "3 years")), are_key_figures(("18 m", "Net debt", "Low"))
    (True, False)
    """
    others = [text for text in texts if not is_key_figure(text)]
    return 2 * len(others) < len(texts) and all(len(text.split()) <= _MAX_WORDS for text in others)
