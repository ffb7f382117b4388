"""Damaged files at the parser itself, in its process: a parse that can be stored, or one line; never a dead process.

Few and the same every time by default. ``BIZRAG_TEST_FUZZ_EXAMPLES=20000`` tries so many new ones, without LibreOffice,
which would take most of the time, and ``BIZRAG_TEST_FUZZ_SECONDS=900`` ends them after that time.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from bizrag.errors import BadInputError
from bizrag.model.documents import Layout
from bizrag.model.geometry import BoundingBox
from bizrag.model.parses import Parse
from bizrag.parsing.confined.workers import ParserPool
from tests.parsing.fuzz_seeds import SEEDS, Edit, damaged

_EXAMPLES = int(os.environ.get("BIZRAG_TEST_FUZZ_EXAMPLES", "0"))
_END = time.monotonic() + float(os.environ.get("BIZRAG_TEST_FUZZ_SECONDS", "inf"))
_LONGEST_SECONDS = 300

_EDITS: st.SearchStrategy[list[Edit]] = st.lists(
    st.tuples(st.integers(0, 2_000), st.integers(0, 3), st.integers(0, 2_000)), max_size=8
)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def readers(
    request: pytest.FixtureRequest, weights_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ParserPool]:
    """The processes that all tests share; a long run has its own, which print nothing."""
    if not _EXAMPLES:
        yield request.getfixturevalue("parsers")
        return
    from bizrag.settings import Settings
    from bizrag.store.blobs import BlobStore

    folder = tmp_path_factory.mktemp("fuzz_blobs")
    own = Settings.model_validate(
        {"blob_url": str(folder), "weights_path": weights_path, "parsing": {"render_office": False}}
    )
    with ParserPool(own, BlobStore(own.blobs)) as pool:
        yield pool


def _check(parse: Parse) -> None:
    """What the database takes, and the page can show."""
    texts = [parse.text, *(block.text for block in parse.blocks), *(table.markdown for table in parse.tables)]
    assert all("\0" not in text for text in texts)
    for text in texts:
        text.encode()
    boxes = [part.bbox for part in (*parse.blocks, *parse.tables, *parse.pictures) if part.bbox is not None]
    assert all(_is_sound(box) for box in boxes)
    assert all(0 < page.width_pt < math.inf and 0 < page.height_pt < math.inf for page in parse.pages)


def _is_sound(box: BoundingBox) -> bool:
    return all(map(math.isfinite, (box.l, box.t, box.r, box.b))) and box.l <= box.r and box.t <= box.b


def _read(readers: ParserPool, folder: Path, name: str, data: bytes, layout: Layout) -> Parse | str:
    path = folder / name
    path.write_bytes(data)
    try:
        return readers.submit(path, content_sha256=uuid4().hex, layout=layout).result(_LONGEST_SECONDS)
    except BadInputError as error:
        return str(error)


@settings(
    max_examples=_EXAMPLES or 10,
    derandomize=not _EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
@given(name=st.sampled_from(sorted(SEEDS)), part=st.integers(0, 20), edits=_EDITS, layout=st.sampled_from(Layout))
def test_a_file_with_a_damaged_inside_is_parsed_or_refused_in_one_line(
    readers: ParserPool,
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    part: int,
    edits: list[Edit],
    layout: Layout,
) -> None:
    if time.monotonic() > _END:
        return
    found = _read(readers, tmp_path_factory.getbasetemp(), name, damaged(name, part, edits), layout)
    event(f"{name}: {'parsed' if isinstance(found, Parse) else 'refused'}")
    if isinstance(found, Parse):
        _check(found)
    else:
        assert edits, found
        assert found.startswith(name)
        assert "\n" not in found
