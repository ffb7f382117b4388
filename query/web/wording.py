"""Numbers, dates and states as people say them, for the templates."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from bizrag.model.chunks import ChunkKind
from bizrag.model.documents import Layout
from bizrag.model.retrieval import Evidence, Retriever
from query.web.hits import ROUTES
from query.web.markup import answer_html, markdown_html, marked_text

#: state of a document -> a word, and what it means
STATUSES = {
    "live": ("Answers", "Everything of it can be found."),
    "outdated": ("Older version answers", "Its newest version could not be read; the one before still answers."),
    "failed": ("Failed", "Nothing of it can be found."),
    "waiting": ("Waiting", "It is listed and not worked through yet."),
}
#: stage -> what failed, to follow "failed while"
STAGES = {
    "documents": "reading the file",
    "classifications": "looking at its first pages",
    "pages": "parsing its pages",
    "descriptions": "describing its tables and pictures",
    "chunks": "cutting it into chunks",
    "embeddings": "embedding its chunks",
    "search_index": "publishing it",
}
KINDS = {
    ChunkKind.TEXT.value: "Text",
    ChunkKind.TABLE.value: "Table",
    ChunkKind.PICTURE.value: "Picture",
    ChunkKind.SLIDE.value: "Slide",
    ChunkKind.PAGE.value: "Page image",
}
LAYOUTS = {Layout.VERTICAL.value: "Reports", Layout.HORIZONTAL.value: "Slides"}
RETRIEVERS = {
    Retriever.HYBRID.value: "Everything, fused",
    Retriever.DENSE.value: "Meaning only",
    Retriever.BM25.value: "Words only",
}
EVIDENCE = {
    Evidence.FOUND.value: "All passages found",
    Evidence.R5.value: "The five best pages",
    Evidence.R1.value: "The best page",
    Evidence.ALL.value: "The whole document",
}
_FORMATS = {
    "application/pdf": "PDF",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "PowerPoint",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
    "text/html": "HTML",
    "text/plain": "Text",
    "text/markdown": "Markdown",
    "text/csv": "CSV",
}
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def format_name(mime_type: str | None, source_uri: str) -> str:
    """What a person calls a file format.

    >>> format_name("application/pdf", "a.pdf"), format_name("image/png", "b.png"), format_name(None, "c.odt")
    ('PDF', 'PNG image', 'ODT')
    """
    if mime_type and mime_type.startswith("image/"):
        return f"{mime_type.removeprefix('image/').upper()} image"
    ending = source_uri.rsplit(".", 1)[-1].upper() if "." in source_uri else "unknown format"
    return _FORMATS.get(mime_type or "", ending)


def plural(count: int, noun: str) -> str:
    """A count with its noun.

    >>> plural(1, "page"), plural(2, "copy"), plural(1200, "chunk")
    ('1 page', '2 copies', '1,200 chunks')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count:,} {noun[:-1] + 'ies' if noun.endswith('y') else noun + 's'}"


def size(num_bytes: int) -> str:
    """A file size.

    >>> size(512), size(20_480), size(3_400_000)
    ('512 bytes', '20 kB', '3.4 MB')
    """
    value, unit = float(num_bytes), 0
    while value >= 1000 and unit < len(_UNITS) - 1:
        value, unit = value / 1000, unit + 1
    return f"{value:.1f} {_UNITS[unit]}" if unit > 1 else f"{value:.0f} {_UNITS[unit]}"


def seconds(value: float) -> str:
    """A duration.

    >>> seconds(0.0123), seconds(2.34), seconds(75)
    ('12 ms', '2.3 s', '75 s')
    """
    if value < 1:
        return f"{value * 1000:.0f} ms"
    return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"


def day(value: datetime) -> str:
    """A day and time, UTC.

    >>> day(datetime(2026, 3, 4, 15, 6, tzinfo=UTC))
    '4 March 2026, 15:06 UTC'
    """
    moment = value.astimezone(UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"


FILTERS: dict[str, Callable[..., Any]] = {
    "plural": plural,
    "size": size,
    "seconds": seconds,
    "day": day,
    "marked": marked_text,
    "markdown": markdown_html,
    "prose": partial(answer_html, links={}),
}
GLOBALS: dict[str, Any] = {
    "STATUSES": STATUSES,
    "STAGES": STAGES,
    "KINDS": KINDS,
    "LAYOUTS": LAYOUTS,
    "RETRIEVERS": RETRIEVERS,
    "EVIDENCE": EVIDENCE,
    "ROUTES": ROUTES,
    "format_name": format_name,
}
