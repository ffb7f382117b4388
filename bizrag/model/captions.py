"""Captions of pictures as people wrote them."""

from __future__ import annotations

import re

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
