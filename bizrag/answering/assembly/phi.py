"""Phi: what the passages of each variant are made of (MM-BizRAG 2.2, the assembly operators).

All variants share one assembly (``assemble.py``); a ``Phi`` says which of its steps a variant takes, so a new variant
is an entry of ``PHI``. What assembly finds around hits is in ``Surroundings``:

- ``parents``: a hit -> the text chunk inside which it is read (that of a table is the one with its placeholder);
- ``artifacts``: a chunk -> the tables and pictures whose placeholders it holds, with description, markdown and image;
- ``pages``: a chunk -> the image of its page.

Hits that share a parent become one passage: that of a table and its text, or of a page's text and the page's image.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bizrag.errors import ConfigurationError
from bizrag.model.chunks import ChunkKind
from bizrag.model.variants import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Phi:
    """How hits of one variant become passages."""

    # a hit is read inside the text chunk that holds it
    brings_parents: bool = True
    # tables (markdown and description) and pictures (image and description) stand at their placeholders
    injects_artifacts: bool = True
    # the image of the page stands in front of chunks of these kinds
    page_image_kinds: frozenset[ChunkKind] = frozenset()
    # False: the page image is all that is read, as page-image baselines have it
    shows_text: bool = True


_PAGE_IMAGES_ONLY = Phi(
    brings_parents=False,
    injects_artifacts=False,
    page_image_kinds=frozenset({ChunkKind.PAGE}),
    shows_text=False,
)

#: by the variant of the index that was searched
PHI: Mapping[str, Phi] = MappingProxyType(
    {
        Variant.TCTE: Phi(page_image_kinds=frozenset({ChunkKind.SLIDE})),
        # the text of a page and its image, whichever was found; the description of a slide and its image
        Variant.PCMHE: Phi(page_image_kinds=frozenset({ChunkKind.TEXT, ChunkKind.SLIDE, ChunkKind.PAGE})),
        # composed when it was chunked: cells and images stand beside the descriptions that are there
        Variant.TCMIE: Phi(brings_parents=False, page_image_kinds=frozenset({ChunkKind.SLIDE})),
        Variant.TEXT_ONLY: Phi(brings_parents=False, injects_artifacts=False),
        Variant.COLPALI: _PAGE_IMAGES_ONLY,
        Variant.VISRAG: _PAGE_IMAGES_ONLY,
    }
)


def phi_of(variant: str) -> Phi:
    """The assembly of a variant; raises ConfigurationError for one that has none."""
    try:
        return PHI[variant]
    except KeyError:
        raise ConfigurationError(
            f"indexes of variant {variant!r} cannot be asked, only searched: ask one of {', '.join(PHI)}"
        ) from None
