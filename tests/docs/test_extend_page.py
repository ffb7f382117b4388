"""docs/extend.md: its code runs and prints what the page shows; the places that it names are there."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/extend.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)\n```\n\n```text\n(.*?)\n```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(3))
def test_the_code_prints_what_the_page_shows(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, shown = BLOCKS[number]
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(code, f"block {number}", "exec"), {"__name__": "example"})
    assert printed.getvalue().strip() == shown.strip()


def test_the_places_that_it_names_are_there() -> None:
    places = set(re.findall(r"`((?:bizrag|query|tests)/[\w/]+\.py)`", PAGE))
    assert len(places) > 12
    assert [place for place in places if not (ROOT / place).is_file()] == []
    core = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "bizrag").rglob("*.py"))
    classes = set(re.findall(r"`([A-Z][a-z]+[A-Z]\w+|OpenAI\w+)`", PAGE))
    assert len(classes) > 8
    assert [name for name in classes if not re.search(rf"^class {name}\b", core, re.MULTILINE)] == []
