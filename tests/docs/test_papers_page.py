"""The page that maps the paper names functions and tests that exist."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/papers.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith("| paragraph")
]
FUNCTIONS = sorted({row[2].strip("`") for row in ROWS})
TESTS = sorted({row[3].strip("` |") for row in ROWS})


def test_every_row_names_a_function_and_a_test() -> None:
    assert len(ROWS) > 35
    assert all(len(row) == 4 and re.fullmatch(r"`[a-z_.]+\.\w+`", row[2]) for row in ROWS)
    assert all(re.fullmatch(r"[a-z_/]+\.py::test_\w+", row[3].strip("` |")) for row in ROWS)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_function_exists(name: str) -> None:
    module, _, function = name.rpartition(".")
    assert callable(getattr(importlib.import_module(f"bizrag.{module}"), function))


@pytest.mark.parametrize("name", TESTS)
def test_the_test_exists(name: str) -> None:
    file, _, function = name.partition("::")
    assert re.search(rf"^def {function}\(", (ROOT / "tests" / file).read_text(encoding="utf-8"), re.MULTILINE)
