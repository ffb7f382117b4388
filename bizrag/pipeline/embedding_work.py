"""What an ingestion would embed, by space: counted of documents that are parsed, guessed of others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from bizrag.chunking import chunk_document
from bizrag.model.chunks import Chunk
from bizrag.model.descriptions import Description
from bizrag.model.documents import Layout
from bizrag.model.inputs import InputImage, InputText, StoredInput, input_sha256
from bizrag.model.parses import Parse
from bizrag.model.variants import EmbedderKind, Variant
from bizrag.pipeline.document_work import DocumentWork
from bizrag.pipeline.estimate import Amount
from bizrag.pipeline.services import Services
from bizrag.pipeline.versions import chunk_params
from bizrag.pipeline.work import token_counter
from bizrag.store.indexes import IndexRow
from sql import statement

__all__ = ["Embedded", "Inputs", "count_inputs", "guess_inputs", "without_vector"]


@dataclass(slots=True, kw_only=True)
class Embedded:
    """Inputs of one space that have no vector yet."""

    # texts, images, and both together
    inputs: Amount = field(default_factory=Amount)
    # of their texts
    tokens: Amount = field(default_factory=Amount)
    images: Amount = field(default_factory=Amount)

    def __add__(self, other: Embedded) -> Embedded:
        return Embedded(
            inputs=self.inputs + other.inputs, tokens=self.tokens + other.tokens, images=self.images + other.images
        )


# (space, what its vector is found by) -> tokens of text, images
Inputs = dict[tuple[str, str], tuple[int, int]]


def count_inputs(services: Services, item: DocumentWork, parse: Parse, descriptions: Sequence[Description]) -> Inputs:
    """What chunking gives every index to embed. Equal inputs of one space are one."""
    found: Inputs = {}
    for index in services.indexes.values():
        count_tokens = token_counter(services, index)
        chunks = chunk_document(
            document_id=item.document_id,
            title=item.title,
            layout=item.layout,
            parse=parse,
            descriptions=descriptions,
            params=chunk_params(services.settings, index.index_name),
            count_tokens=count_tokens,
            variant=Variant(index.variant),
        )
        for chunk in chunks:
            for given in chunk.inputs:
                found[index.space, _key(index, item, chunk, given)] = count_tokens(_text(given)), _num_images(given)
    return found


def without_vector(conn: Connection, inputs: Inputs) -> dict[str, Embedded]:
    """Those that are to be embedded, by space."""
    found: dict[str, Embedded] = {}
    for space in {space for space, _ in inputs}:
        keys = [key for other, key in inputs if other == space]
        parameters = {"space": space, "keys": keys}
        known = set(conn.execute(statement("select_known_embeddings"), parameters).scalars())
        sizes = [inputs[space, key] for key in keys if key not in known]
        found[space] = Embedded(
            inputs=Amount.exactly(len(sizes)),
            tokens=Amount.exactly(sum(tokens for tokens, _ in sizes)),
            images=Amount.exactly(sum(images for _, images in sizes)),
        )
    return found


def guess_inputs(
    indexes: Iterable[IndexRow], layout: Layout, pages: Sequence[int], ratios: Mapping[str, Amount]
) -> dict[str, Embedded]:
    """What documents of a kind that are not parsed may bring, by space.

    ``pages`` are those of each document, 0 where its format has none; ``ratios`` the inputs, tokens and pictures that
    such documents have in an index of texts.
    """
    found: dict[str, Embedded] = {}
    for index in indexes:
        guess = _guess(Variant(index.variant), layout, sum(pages), ratios, has_pages=all(pages))
        found[index.space] = found.get(index.space, Embedded()) + guess
    return found


def _guess(
    variant: Variant, layout: Layout, num_pages: int, ratios: Mapping[str, Amount], *, has_pages: bool
) -> Embedded:
    # office files have page images only where LibreOffice is
    images = Amount(0, num_pages, num_pages)
    match variant:
        case Variant.COLPALI | Variant.VISRAG:
            return Embedded(inputs=images, images=images)
        case Variant.PCMHE if has_pages:
            return Embedded(inputs=images + images, tokens=ratios["tokens"], images=images)
        case Variant.TCMIE:
            shown = images if layout is Layout.HORIZONTAL else ratios["pictures"]
            return Embedded(inputs=ratios["inputs"], tokens=ratios["tokens"], images=shown)
        case _:
            return Embedded(inputs=ratios["inputs"], tokens=ratios["tokens"])


def _key(index: IndexRow, item: DocumentWork, chunk: Chunk, given: StoredInput) -> str:
    """What a vector is found by: the input itself, for late interaction the page of the parse."""
    if Variant(index.variant).embedder_kind is EmbedderKind.MULTI_VECTOR:
        return f"{item.parse_id} {chunk.locators[0].page_no}"
    return input_sha256(given)


def _text(given: StoredInput) -> str:
    if isinstance(given, str):
        return given
    return "\n".join(part.text for part in given if isinstance(part, InputText))


def _num_images(given: StoredInput) -> int:
    return 0 if isinstance(given, str) else sum(isinstance(part, InputImage) for part in given)
