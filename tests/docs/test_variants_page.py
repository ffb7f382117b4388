"""docs/variants.md shows what the variants make of a sample page today, and its pictures are there."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy import Engine, text

from bizrag.model.variants import Variant
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.store.blobs import BlobStore
from samples.variants_page import load_sample, pictures, render

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "variants.md"

pytestmark = pytest.mark.slow


def size_of(image: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(image)).size


def without_words_of_chart(page: str) -> tuple[str, set[str]]:
    """A page without the words that OCR reads in its chart, and these: some depend on the processor's instructions."""
    place = re.compile(
        r"(?<=\| text \| Order backlog at quarter end ).*(?= \|)|(?<=chart: Order backlog at quarter end; ).*"
    )
    found = place.findall(page)
    return place.sub("(read by OCR)", page), {word for text in found for word in text.replace(";", "").split()}


def test_the_page_is_what_the_script_writes(
    samples_engine: Engine, samples_blobs: BlobStore, minilm: LocalEmbedder
) -> None:
    with samples_engine.connect() as conn:
        sample = load_sample(conn)
        made = render(conn, sample, minilm.count_tokens)
        conn.rollback()
        assert conn.scalar(text("SELECT count(*) FROM chunk_set WHERE chunk_set_id LIKE 'variants%'")) == 0
    shown = pictures(sample, samples_blobs)
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(made + "\n", encoding="utf-8")
        for path, data in shown.items():
            (DOCS / path).write_bytes(data)
    page, page_words = without_words_of_chart(PAGE.read_text(encoding="utf-8"))
    made_page, made_words = without_words_of_chart(made)
    assert page.splitlines() == made_page.splitlines()
    assert len(page_words & made_words) >= 0.8 * len(page_words) > 10
    for path, data in shown.items():
        assert path in made
        # another renderer draws the same page in other bytes, and another processor finds a picture's edge a pixel away
        assert size_of((DOCS / path).read_bytes()) == pytest.approx(size_of(data), rel=0.02)


def test_the_page_has_every_variant() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"| {variant.value} |" in page for variant in Variant)
