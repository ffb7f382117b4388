"""What is embedded comes back from the database as it was stored: texts, images, and both in turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import IntegrityError

from bizrag.model.chunks import Chunk, ChunkKind
from bizrag.model.geometry import Locator
from bizrag.model.hashing import sha256_text
from bizrag.model.inputs import InputImage, InputText, StoredInput, input_sha256
from bizrag.store import catalog

SPACE = "test/random-8"
PAGE = InputImage(sha256="a" * 64)
CHART = InputImage(sha256="b" * 64)
BETWEEN = (InputText(text="Sales rose."), CHART, InputText(text='[1] 50 % \\ "quoted" ❤'))


def save(conn: Connection, library: Callable[[Connection], Any], *inputs: StoredInput) -> str:
    """The id of a chunk set with one chunk that has these inputs."""
    made = library(conn)
    document = made.document("report.pdf")
    chunk = Chunk(
        document_id=document.source.document_id,
        ordinal=0,
        kind=ChunkKind.TEXT,
        text="Sales",
        headings=("Report",),
        inputs=inputs,
        lexical_text="Sales",
        locators=(Locator(page_no=1),),
        num_tokens=1,
    )
    return made.save(document, [chunk], embed=False)


def test_inputs_come_back_as_they_were_stored(conn: Connection, library: Callable[[Connection], Any]) -> None:
    inputs: list[StoredInput] = ["Report\nSales rose.", (PAGE,), BETWEEN, (BETWEEN[2], CHART, BETWEEN[0])]
    chunk_set = save(conn, library, *inputs)

    missing = catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space=SPACE)

    assert dict(missing) == {input_sha256(item): item for item in inputs}
    stored = conn.execute(text("SELECT text FROM chunk_input ORDER BY part")).scalars().all()
    assert stored == ["Report\nSales rose.", "", "Sales rose.\n" + BETWEEN[2].text, BETWEEN[2].text + "\nSales rose."]


def test_a_vector_answers_for_its_input_and_no_other(conn: Connection, library: Callable[[Connection], Any]) -> None:
    chunk_set = save(conn, library, "Sales rose.", (PAGE,), BETWEEN)
    hashes = [input_sha256((PAGE,)), sha256_text("Sales rose.")]
    catalog.save_embeddings(conn, space=SPACE, hashes=hashes, vectors=np.eye(8, dtype=np.float32)[:2])

    missing = catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space=SPACE)

    assert missing == [(input_sha256(BETWEEN), BETWEEN)]
    assert len(catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space="another")) == 3


def test_a_text_that_looks_like_parts_is_another_input(conn: Connection, library: Callable[[Connection], Any]) -> None:
    looks = f'[["image","{PAGE.sha256}"]]'
    chunk_set = save(conn, library, looks, (PAGE,))
    assert len(dict(catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space=SPACE))) == 2


def test_what_no_database_takes_is_left_out_and_hashed_without(
    conn: Connection, library: Callable[[Connection], Any]
) -> None:
    broken = (InputText(text="Sa\0les\ud800"), CHART)
    chunk_set = save(conn, library, broken, "ro\0se\ud800")
    clean = (InputText(text="Sales"), CHART)
    missing = catalog.missing_embeddings(conn, chunk_set_id=chunk_set, space=SPACE)
    assert dict(missing) == {input_sha256(clean): clean, sha256_text("rose"): "rose"}


def test_an_input_has_parts(conn: Connection, library: Callable[[Connection], Any]) -> None:
    with pytest.raises(IntegrityError, match="chunk_input_parts"):
        save(conn, library, ())
