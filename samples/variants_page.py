"""docs/variants.md: what every variant stores, embeds and sends to the generator, of one page of the samples.

Run ``python -m samples.variants_page`` after ``bizrag ingest samples/docs``: it reads the parse and the descriptions
from the database and writes the page with its pictures. Nothing is kept in the database. A test does the same.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from sqlalchemy import Connection, text

from bizrag.answering.assembly.assemble import Budget, Context, assemble
from bizrag.answering.assembly.phi import PHI
from bizrag.answering.assembly.surroundings import load_surroundings
from bizrag.chunking import chunk_document
from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.descriptions import Description
from bizrag.model.documents import Layout
from bizrag.model.inputs import InputImage, InputText, StoredInput
from bizrag.model.parses import Page, Parse, PictureArtifact
from bizrag.model.retrieval import Hit, Retriever
from bizrag.model.variants import Variant
from bizrag.pipeline.versions import chunk_params
from bizrag.pipeline.work import load_descriptions
from bizrag.settings import IndexSettings, Settings
from bizrag.store import catalog, parses
from bizrag.store.blobs import BlobStore
from bizrag.store.state import load_states
from sql import query

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT, PAGE_NO, FIGURE = "annual_report_2025.pdf", 3, 1
PAGE_PICTURE, FIGURE_PICTURE = "images/variants_page.png", "images/variants_figure.png"

_WIDTH, _LINES = 110, 14
_PAGE_WIDTH_PX = 560
_TITLES = {
    Variant.TCTE: "TCTE: text chunks, descriptions as chunks, text embedding (the default)",
    Variant.PCMHE: "PCMHE: page texts and page images, multimodal embedding",
    Variant.TCMIE: "TCMIE: text chunks with tables and pictures inside, interleaved multimodal embedding",
    Variant.TEXT_ONLY: "Baseline text_only: plain text, no layout",
    Variant.COLPALI: "Baseline colpali: page images, late interaction",
    Variant.VISRAG: "Baseline visrag: page images, one vector each",
}
_INTRO = f"""\
# Variants and baselines

Written by `python -m samples.variants_page`; do not edit.

An index names its variant (`BIZRAG_INDEXES__NAME__VARIANT=pcmhe`), and `bizrag ingest PATH --index name` builds it
beside the others. Parses and descriptions are shared: another index costs chunks and vectors, no parse and no
description. A deck of slides has a description and an image for every page in place of text, tables and pictures.

| variant | a report's chunks | a deck's chunks | ranking | the generator reads |
|---|---|---|---|---|
| tcte | text, each table and picture by its description | description of each slide | vectors and BM25, fused | text \
with tables and pictures back in place; slide description and image |
| pcmhe | text and image of each page | description and image of each slide | texts and images apart, fused by page | \
page text with tables and pictures in place, page image; slide description and image |
| tcmie | text with tables and pictures inside | description with image | vectors | the chunk, cells and images beside \
their descriptions |
| text_only | plain text, no layout | plain text | vectors and BM25, fused | the chunk |
| colpali | image of each page | the same | late interaction of many vectors a page | the page image |
| visrag | image of each page | the same | vectors | the page image |

Below is page {PAGE_NO} of `samples/docs/{DOCUMENT}`, described by the local describer. Long texts are cut short here; \
nothing is cut in an index. Sizes are counted with the packaged tokenizer.

![page {PAGE_NO}]({PAGE_PICTURE})

`<<picture_{FIGURE}>>` is this chart:

![Figure {FIGURE}]({FIGURE_PICTURE})
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The document behind the page, as the database has it."""

    document: catalog.DocumentRow
    title: str
    parse: Parse
    descriptions: Sequence[Description]


def load_sample(conn: Connection) -> Sample:
    """The report; raises LookupError when the samples are not ingested."""
    named = {"name": DOCUMENT, "collection": None}
    found = conn.execute(text(query("select_documents_by_name")), named).mappings().first()
    if found is None:
        raise LookupError(f"{DOCUMENT} is not in the database: run 'bizrag ingest samples/docs' first")
    (document,) = catalog.load_documents(conn, [found["document_no"]])
    states = load_states(conn, document.document_no)
    facts = {f"{stage}.{index_no}": state.outputs for (stage, index_no), state in states.items()}
    return Sample(
        document=document,
        title=facts["classifications.0"]["title"],
        parse=parses.load_parse(conn, facts["pages.0"]["parse_id"]),
        descriptions=load_descriptions(conn, facts),
    )


def render(conn: Connection, sample: Sample, count_tokens: Callable[[str], int]) -> str:
    """The page in Markdown. Chunk sets are written in the transaction of ``conn``, for the caller to roll back."""
    return "\n".join([_INTRO, *(_section(conn, sample, variant, count_tokens) for variant in Variant)])


def pictures(sample: Sample, blobs: BlobStore) -> dict[str, bytes]:
    """The pictures that the page shows, by their path below docs/."""
    page = next(page for page in sample.parse.pages if page.page_no == PAGE_NO)
    figure = next(picture for picture in sample.parse.pictures if picture.ordinal == FIGURE)
    wanted: dict[str, Page | PictureArtifact] = {PAGE_PICTURE: page, FIGURE_PICTURE: figure}
    return {path: _small(blobs.get(one.image_sha256 or "")) for path, one in wanted.items()}


def _small(image: bytes) -> bytes:
    with Image.open(io.BytesIO(image)) as opened:
        small = opened.convert("RGB")
        small.thumbnail((_PAGE_WIDTH_PX, 2 * _PAGE_WIDTH_PX))
        buffer = io.BytesIO()
        small.quantize(64).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _section(conn: Connection, sample: Sample, variant: Variant, count_tokens: Callable[[str], int]) -> str:
    chunks = _chunks(sample, variant, count_tokens)
    numbers = _save(conn, sample, variant, chunks)
    on_page = [chunk for chunk in chunks if PAGE_NO in chunk.page_nos]
    holders = [chunk for chunk in on_page if _shows_figure(chunk)]
    # the chart's own chunk, else that of the page's image, else the text that holds it
    found = min(holders, key=lambda chunk: (chunk.kind is ChunkKind.TEXT, chunk.ordinal))
    context = _assembled(conn, _hit(found, numbers[found.ordinal]), variant, count_tokens)
    return "\n".join(
        [
            f"\n## {_TITLES[variant]}\n",
            f"Stored: {len(on_page)} chunk{'s' if len(on_page) > 1 else ''} of this page.\n",
            "| chunk | text |",
            "|---|---|",
            *(f"| {chunk.kind} | {_cell(chunk.text)} |" for chunk in on_page),
            *(line for chunk in holders for line in _embedded(chunk, sample.parse)),
            f"\nSent to the generator when the {found.kind} chunk is found:\n",
            _block(_shown_context(context, sample.parse)),
        ]
    )


def _chunks(sample: Sample, variant: Variant, count_tokens: Callable[[str], int]) -> list[Chunk]:
    settings = Settings.model_construct(indexes={"sample": IndexSettings(variant=variant)})
    return chunk_document(
        document_id=sample.document.document_id,
        title=sample.title,
        layout=Layout.VERTICAL,
        parse=sample.parse,
        descriptions=sample.descriptions,
        params=chunk_params(settings, "sample"),
        count_tokens=count_tokens,
        variant=variant,
    )


def _save(conn: Connection, sample: Sample, variant: Variant, chunks: Sequence[Chunk]) -> dict[int, int]:
    """Store the chunks as a set of their own; returns their numbers by ordinal."""
    name = f"variants-page-{variant}"
    catalog.save_chunk_set(
        conn,
        chunk_set_id=name,
        document_no=sample.document.document_no,
        parse_id=sample.parse.parse_id,
        output_sha256=catalog.chunks_output_sha256(chunks),
        chunks=chunks,
    )
    rows = conn.execute(text("SELECT ordinal, chunk_no FROM chunk WHERE chunk_set_id = :id"), {"id": name})
    return {int(ordinal): int(chunk_no) for ordinal, chunk_no in rows}


def _shows_figure(chunk: Chunk) -> bool:
    if chunk.kind is ChunkKind.TEXT:
        # without layout there are no placeholders: the caption shows where the chart is
        return f"<<picture_{FIGURE}>>" in chunk.text or f"\nFigure {FIGURE}. " in chunk.text
    return chunk.kind is ChunkKind.PAGE or (chunk.kind is ChunkKind.PICTURE and chunk.artifact_ordinal == FIGURE)


def _embedded(chunk: Chunk, parse: Parse) -> list[str]:
    inputs = [_shown_input(item, parse) for item in chunk.inputs]
    parts = f" in {len(inputs)} parts" if len(inputs) > 1 else ""
    return [f"\nEmbedded for the {chunk.kind} chunk with the chart{parts}:\n", *map(_block, inputs)]


def _hit(chunk: Chunk, chunk_no: int) -> Hit:
    return Hit(
        rank=1,
        score=1.0,
        retriever=Retriever.DENSE,
        chunk_no=chunk_no,
        chunk_id=chunk.chunk_id,
        document_id=chunk.document_id,
        doc=DOCUMENT,
        title=chunk.headings[0],
        kind=chunk.kind,
        text=chunk.text,
        headings=chunk.headings,
        locators=chunk.locators,
    )


def _assembled(conn: Connection, hit: Hit, variant: Variant, count_tokens: Callable[[str], int]) -> Context:
    return assemble(
        [hit],
        load_surroundings(conn, [hit], PHI[variant]),
        phi=PHI[variant],
        budget=Budget(max_tokens=12_000, max_images=10),
        count_tokens=count_tokens,
    )


def _shown_input(item: StoredInput, parse: Parse) -> str:
    parts = [InputText(text=item)] if isinstance(item, str) else item
    return "\n".join(_image_name(part.sha256, parse) if isinstance(part, InputImage) else part.text for part in parts)


def _shown_context(context: Context, parse: Parse) -> str:
    """The passage with its images where they stand."""
    (passage,) = context.passages
    shown = passage.text
    for figure in reversed(passage.figures):
        if figure.is_shown and figure.image_sha256:
            name = _image_name(figure.image_sha256, parse)
            shown = f"{shown[: figure.start]}{name}\n{shown[figure.start :]}"
    return shown


def _image_name(sha256: str, parse: Parse) -> str:
    pages = {page.image_sha256: f"page {page.page_no}" for page in parse.pages}
    figures = {picture.image_sha256: picture.placeholder for picture in parse.pictures}
    return f"[image: {(pages | figures)[sha256]}]"


def _cell(value: str) -> str:
    return textwrap.shorten(value, 150, placeholder=" ...").replace("|", "\\|").replace("<<", "&lt;&lt;")


def _block(value: str) -> str:
    lines = [textwrap.shorten(line, _WIDTH, placeholder=" ...") for line in value.splitlines() if line.strip()]
    if len(lines) > 2 * _LINES:
        lines = [*lines[:_LINES], f"... {len(lines) - 2 * _LINES} more lines", *lines[-_LINES:]]
    return "\n".join(["```text", *lines, "```"])


def main() -> None:
    """Write the page and its pictures."""
    from bizrag.providers.local_embedding import local_embedder
    from bizrag.store.engine import open_engine

    settings = Settings()
    with open_engine(settings).connect() as conn:
        sample = load_sample(conn)
        (DOCS / "variants.md").write_text(
            render(conn, sample, local_embedder(settings).count_tokens) + "\n", encoding="utf-8"
        )
        conn.rollback()
    for path, data in pictures(sample, BlobStore(settings.blobs)).items():
        (DOCS / path).parent.mkdir(exist_ok=True)
        (DOCS / path).write_bytes(data)


if __name__ == "__main__":
    main()
