"""Injection: tables and pictures back at their placeholders, each with its place in the text that results. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bizrag.model.answers import Figure, FigureKind
from bizrag.model.chunks import ChunkKind
from bizrag.model.geometry import BoundingBox
from bizrag.model.retrieval import Hit

_PLACEHOLDER = re.compile(r"<<(?:table|picture)_\d+>>")
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A described table or picture."""

    # the chunk that its description is, found or not; None when descriptions are no chunks
    chunk: Hit | None
    kind: ChunkKind
    # <<table_3>>
    placeholder: str
    # the cells of a table, or the values of a native chart; empty when there are none
    markdown: str
    description: str
    caption: str = ""
    # blob of a picture's crop
    image_sha256: str | None = None
    page_no: int | None = None
    bbox: BoundingBox | None = None

    @property
    def chunk_no(self) -> int | None:
        return self.chunk.chunk_no if self.chunk else None

    @property
    def text(self) -> str:
        """What is read in its place: markdown and description between tags, without empty lines in a row."""
        tag = "table" if self.kind is ChunkKind.TABLE else "picture"
        parts = [part for part in (self.markdown.strip(), self.description.strip()) if part]
        return _BLANK_LINES.sub("\n\n", "\n".join((f"<{tag}>", "\n\n".join(parts), f"</{tag}>")))

    def figure(self, start: int, end: int) -> Figure:
        """The artifact as it stands in a passage from ``start`` to ``end``."""
        return Figure(
            kind=FigureKind.TABLE if self.kind is ChunkKind.TABLE else FigureKind.PICTURE,
            start=start,
            end=end,
            chunk=self.chunk,
            image_sha256=self.image_sha256,
            markdown=self.markdown,
            caption=self.caption,
            page_no=self.page_no,
            bbox=self.bbox,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Injected:
    """A text with its tables and pictures."""

    text: str
    # in the order of the text
    figures: tuple[Figure, ...]


def has_placeholder(text: str) -> bool:
    """Whether a table or picture stands in the text."""
    return _PLACEHOLDER.search(text) is not None


def inject(text: str, artifacts: Sequence[Artifact]) -> Injected:
    """Text with tables and pictures at their placeholders; placeholders of others (logos, blank pictures) vanish.

    A description that stands after its placeholder already (TCMIE) is taken in.
    """
    by_placeholder = {artifact.placeholder: artifact for artifact in artifacts}
    present: list[tuple[Artifact, str]] = []
    parts: list[str] = []
    at = 0
    for match in _PLACEHOLDER.finditer(text):
        if match.start() < at:
            continue  # a description that reads like a placeholder
        artifact = by_placeholder.get(match[0])
        parts.append(text[at : match.start()])
        at = match.end()
        if artifact is not None:
            present.append((artifact, artifact.text))
            parts.append(present[-1][1])
            said = f"\n{artifact.description}"
            at += len(said) if artifact.description and text.startswith(said, at) else 0
    filled = _BLANK_LINES.sub("\n\n", "".join([*parts, text[at:]])).strip()
    figures: list[Figure] = []
    end = 0
    for artifact, written in present:
        start = filled.index(written, end)
        end = start + len(written)
        figures.append(artifact.figure(start, end))
    return Injected(text=filled, figures=tuple(figures))
