"""Figures that stand alone, with their currency and unit, as they do on slides and in charts. Pure."""

from __future__ import annotations

import re

# "£38.2m", "€ 5.12", "+4.2 %", "1,304", "CHF 11.2m", "3.8x", "41 days"
_FIGURE = re.compile(
    r"[^\w\s]{0,2}(?:[A-Z]{3} ?|(?<=[$€£¥]) )?[^\w\s]{0,2}\d[\d.,:/\u00a0 ]*[^\w\s]{0,2}(?: ?[a-zA-Z]{1,7}\.?)?[^\w\s]?"
)


def is_key_figure(text: str) -> bool:
    """Whether a text is one figure and nothing else.

    >>> [is_key_figure(text) for text in ("£38.2m", "€ 5.12", "CHF 11.2m", "Net debt", "3 new sites opened in May")]
    [True, True, True, False, False]
    """
    return _FIGURE.fullmatch(text.strip()) is not None
