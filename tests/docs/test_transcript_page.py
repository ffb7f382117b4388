"""docs/transcript.md: every block runs against a service over the samples and prints what the page shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from bizrag.providers.embedders import Embedders
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.blobs import BlobStore
from bizrag.store.keys import add_key
from query import QueryService
from query.http.app import create_app
from tests.serving import serving

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "transcript.md"
BLOCK = re.compile(r"```(?P<language>bash|python)\n(?P<code>.*?)\n```\n\n```text\n(?P<output>.*?)\n?```\n", re.DOTALL)
# what differs from one time to the next, or between processors: ids hold boxes, long lines are cut
_CHANGING = re.compile(
    r'"(?:score|request_id|chunk_id)": ?(?:"\w+"?|[0-9.e-]+)|\[\[[0-9., ]+\]\]|^ +[0-9.]+,?$|^: still at work\n\n',
    re.MULTILINE,
)


@pytest.fixture
def run(
    samples_engine: Engine, samples_blobs: BlobStore, minilm: LocalEmbedder, weights_path: Path, tmp_path: Path
) -> Iterator[Callable[[str, str], str]]:
    """Runs a block in a process of its own against a service that wants a key."""
    settings = Settings(
        _env_file=None,
        home=tmp_path,
        database_url=samples_engine.url.render_as_string(hide_password=False),
        weights_path=weights_path,
        blob_url=samples_blobs.url,
    )
    shell = shutil.which("bash")
    assert shell is not None
    with QueryService(settings) as service, serving(create_app(settings, service=service)) as address:
        service.__dict__["embedders"] = Embedders(settings, lambda: service.engine, given=[minilm])
        environment = {**os.environ, "KEY": add_key(service.engine, "transcript")}

        def running(language: str, code: str) -> str:
            code = code.replace("http://127.0.0.1:8080", address)
            command = [shell, "-euc", code] if language == "bash" else [sys.executable, "-c", code]
            done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=environment)
            assert done.returncode == 0, done.stderr
            return done.stdout.strip("\n")

        yield running
        with samples_engine.begin() as conn:
            conn.execute(text("DELETE FROM api_key"))


def _lasting(output: str) -> str:
    """An output without what changes."""
    return _CHANGING.sub("", output)


def test_the_page_shows_what_three_clients_print(run: Callable[[str, str], str]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    found = list(BLOCK.finditer(page))
    assert [block["language"] for block in found] == ["bash", "bash", "bash", "python", "python"]
    made = [run(block["language"], block["code"]) for block in found]
    if os.environ.get("UPDATE_GOLDEN"):
        printed = iter(made)
        written = BLOCK.sub(
            lambda block: f"```{block['language']}\n{block['code']}\n```\n\n```text\n{next(printed)}\n```\n", page
        )
        PAGE.write_text(written, encoding="utf-8")
        return
    for block, output in zip(found, made, strict=True):
        assert _lasting(block["output"]) == _lasting(output)
