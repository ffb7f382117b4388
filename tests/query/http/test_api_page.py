"""Every block of docs/api.md runs against a service; the routes, metrics and settings that it names are there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

pytestmark = pytest.mark.slow

PAGE = (Path(__file__).parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(bash|python|json)\n(.*?)\n```", PAGE, re.DOTALL)


def run(language: str, block: str, address: str) -> str:
    shell = shutil.which("bash")
    assert shell is not None
    block = block.replace("http://127.0.0.1:8080", address)
    command = [shell, "-euc", block] if language == "bash" else [sys.executable, "-c", block]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BIZRAG_")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_block_runs(number: int, address: str, request: pytest.FixtureRequest) -> None:
    language, block = BLOCKS[number]
    if '"bizrag_..."' in block:
        block = block.replace("bizrag_...", request.getfixturevalue("key"))
    if language == "json":
        assert json.loads(block)["mcpServers"]["bizrag"]["args"] == ["mcp"]
        return
    printed = run(language, block, address)
    assert any(words in printed.casefold() for words in ("annual report.pdf", "net sales", "dividend"))
    assert '"status":4' not in printed


def test_the_page_names_what_there_is(client: httpx.Client) -> None:
    routes = client.get("/openapi.json").json()["paths"]
    for route in re.findall(r"`(?:GET|POST) (/[^`]*)`", PAGE):
        assert route in routes, route
    for status in (400, 404, 413, 422, 502, 503):
        assert f"| {status} |" in PAGE
    numbers = client.get("/metrics").text
    named = set(re.findall(r"`(bizrag_[a-z_]+)`", PAGE))
    assert {name for name in named if name not in numbers} == set()
