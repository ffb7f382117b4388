"""docs/web.md shows pictures that are there, and quotes what the page says."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/web.md").read_text(encoding="utf-8")
#: of a picture in the documentation
MAX_BYTES = 200_000


def test_its_pictures_are_there_and_small() -> None:
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", PAGE)
    assert len(pictures) == 4
    for picture in pictures:
        data = (ROOT / "docs" / picture).read_bytes()
        assert data.startswith(b"\x89PNG")
        assert len(data) < MAX_BYTES


def test_the_page_says_what_the_manual_quotes() -> None:
    sources = [*(ROOT / "query/web").glob("*.py"), *(ROOT / "query/web/templates").glob("*.j2")]
    said = " ".join(source.read_text(encoding="utf-8") for source in sources)
    quoted = re.findall(r"^\| \*(.+?)\* \|", PAGE, re.MULTILINE)
    assert len(quoted) == 3
    for phrase in [*quoted, "Search only", "Blocks", "Inspect", "Filters"]:
        assert phrase in said, phrase
