"""The images that go to a model with passages: read, scaled to the limits, and what cannot go named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bizrag.errors import BadInputError, NotFoundError
from bizrag.model.answers import Dropped, DropReason, Passage
from bizrag.providers.chat import ImagePart
from bizrag.providers.images import image_part


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageLimits:
    """What of images is sent at most."""

    # longest side; larger ones are scaled down
    max_px: int
    # of one image
    max_bytes: int
    # of all images of an answer
    max_total_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SentImages:
    """Passages whose shown figures are exactly those that are sent."""

    passages: tuple[Passage, ...]
    # by the blob that a figure names
    images: Mapping[str, ImagePart]
    dropped: tuple[Dropped, ...]


def read_images(passages: Sequence[Passage], read: Callable[[str], bytes], limits: ImageLimits) -> SentImages:
    """The images of shown figures, each once. ``read`` gives the bytes of a blob or raises NotFoundError.

    A figure whose image cannot go is shown no more: its description stays. A passage of which nothing is left goes.
    """
    images: dict[str, ImagePart] = {}
    dropped: list[Dropped] = []
    left = limits.max_total_bytes
    for passage in passages:
        for sha256 in _shown(passage):
            if sha256 in images:
                continue
            part = _read(sha256, read, limits)
            if part is None or len(part.data) > min(left, limits.max_bytes):
                reason = DropReason.IMAGE_BUDGET if part else DropReason.IMAGE_UNUSABLE
                chunk_id = passage.hits[0].chunk_id
                dropped.append(Dropped(chunk_id=chunk_id, doc=passage.doc, reason=reason, image_sha256=sha256))
                continue
            left -= len(part.data)
            images[sha256] = part
    marked = (_marked(passage, images) for passage in passages)
    return SentImages(
        passages=tuple(passage for passage in marked if passage.text or list(_shown(passage))),
        images=images,
        dropped=tuple(dropped),
    )


def _shown(passage: Passage) -> list[str]:
    return [figure.image_sha256 for figure in passage.figures if figure.is_shown and figure.image_sha256]


def _read(sha256: str, read: Callable[[str], bytes], limits: ImageLimits) -> ImagePart | None:
    try:
        return image_part(read(sha256), max_px=limits.max_px, max_bytes=limits.max_bytes, sha256=sha256)
    except (NotFoundError, BadInputError):
        return None


def _marked(passage: Passage, images: Mapping[str, ImagePart]) -> Passage:
    """The passage with what is not sent marked so."""
    figures = (
        replace(figure, is_shown=False) if figure.is_shown and figure.image_sha256 not in images else figure
        for figure in passage.figures
    )
    return replace(passage, figures=tuple(figures))
