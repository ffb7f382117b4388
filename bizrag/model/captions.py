"""Captions of pictures and tables as people wrote them, and how questions name them by their number."""

from __future__ import annotations

import re

_KINDS = r"fig(?:ure)?|table|chart|exhibit|graph|diagram|listing|box|map|scheme|algorithm"
# "2", "2.1", "3-1", "A.2", "S3"; "2a" and "2(a)" are parts of 2
_NAMED = re.compile(
    rf"\b(?P<kind>{_KINDS})(?:\.[^\S\n]?|[^\S\n])(?:no\.? ?)?"
    r"(?P<number>(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})*)(?:[a-h]|\([a-h]\))?(?!\w)",
    re.IGNORECASE,
)
_AFTER_NUMBER = re.compile(r"(?:[.:)]\s+|\s+(?=[^a-z\s]))(?P<said>\S.*)", re.DOTALL)
_BY_PROGRAM = re.compile(
    r"\S*\.(?:png|jpe?g|gif|emf|wmf|svg|bmp|tiff?|webp)|"
    r"(?:picture|image|graphic|object|shape|chart|diagram|content placeholder|grafik|bild)? ?\d*",
    re.IGNORECASE,
)


def spoken_caption(caption: str) -> str:
    """The caption on one line, unless a program wrote it: office formats give the name of the shape or file where
    nobody wrote an alternative text.

    >>> spoken_caption("Map of  the site"), spoken_caption("image.png"), spoken_caption("Picture 3")
    ('Map of the site', '', '')
    """
    line = " ".join(caption.split())
    return "" if _BY_PROGRAM.fullmatch(line) else line


def named_caption(text: str) -> re.Match[str] | None:
    """Where a text names a figure or table by its number: groups ``kind`` and ``number``; None without.

    >>> [named_caption(text)["number"] for text in ("What is shown in Fig. 2.1?", "in Table A-3", "in Figure 2a")]
    ['2.1', 'A-3', '2']
    """
    return _NAMED.search(text)


def after_caption_number(text: str) -> str:
    """What a caption says behind its number; empty where a text is none, as a sentence about a figure is not.

    >>> [after_caption_number(text) for text in ("Figure 3 Plants", "Table A-2: Net sales", "Figure 2-1 extends this")]
    ['Plants', 'Net sales', '']
    """
    found = _NAMED.match(text)
    rest = _AFTER_NUMBER.fullmatch(text[found.end() :]) if found else None
    return rest["said"] if rest else ""


def captions_of(named: re.Match[str]) -> re.Pattern[str]:
    """The lines that begin with the name of such a figure or table, as its caption does.

    >>> captions_of(named_caption("figure 1")).search("Fig. 1: Visits").group()
    'Fig. 1: Visits'
    >>> captions_of(named_caption("figure 1")).search("Figure 12. Visits") is None
    True
    >>> captions_of(named_caption("figure 1")).search("Figure 1-2: Visits") is None
    True
    """
    kind = r"fig(?:ure|\.)?" if named["kind"].casefold().startswith("fig") else re.escape(named["kind"])
    number = re.escape(named["number"])
    return re.compile(rf"^{kind}[^\S\n]?{number}(?![\w.]\w|-\d|\d)[^\n]*", re.IGNORECASE | re.MULTILINE)
