"""Every statement of docs/sql.md runs for a reader and gives what the page shows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from bizrag.store.engine import connect
from bizrag.store.roles import reader_url
from orchestration.cli.statements import run_statement

PAGE = Path(__file__).parents[2] / "docs" / "sql.md"
# a statement, and the output below it where there is one
BLOCK = re.compile(r"```sql\n(?P<statement>.*?)\n```\n(?:\n```text\n(?P<output>.*?)\n```\n)?", re.DOTALL)
# the line under the names of columns
_RULE = re.compile(r"-{2,}")
TITLE = re.compile(r"^### \d+\. (.*)$", re.MULTILINE)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def reader(samples_engine: Engine) -> Iterator[Engine]:
    engine = connect(reader_url(samples_engine))
    yield engine
    engine.dispose()


def as_table(names: list[str], rows: list[list[str]]) -> str:
    """Rows under their names, in columns."""
    widths = [max(map(len, column)) for column in zip(names, *rows, strict=True)]
    lines = [names, ["-" * width for width in widths], *rows]
    printed = [
        " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    ]
    return "\n".join([*printed, f"({len(rows)} row{'' if len(rows) == 1 else 's'})"])


def run(engine: Engine, statement: str) -> str:
    """What ``bizrag sql`` shows of a statement, in the page's columns."""
    found = run_statement(engine, statement)
    return as_table(found.names, [[value or "" for value in row] for row in found.rows])


def test_the_page_shows_what_every_statement_gives(reader: Engine) -> None:
    page = PAGE.read_text(encoding="utf-8")
    made = BLOCK.sub(
        lambda found: f"```sql\n{found['statement']}\n```\n\n```text\n{run(reader, found['statement'])}\n```\n", page
    )
    if os.environ.get("UPDATE_GOLDEN"):
        PAGE.write_text(made, encoding="utf-8")
        page = made
    differing = [
        (recorded, found)
        for recorded, found in zip_longest(page.splitlines(), made.splitlines(), fillvalue="")
        if not alike(recorded, found)
    ]
    assert differing == []


def alike(recorded: str, found: str) -> bool:
    """Whether two lines say the same. Counts may differ by two or a twentieth: the layout model's arithmetic differs
    between processors, and a region at the edge of its threshold is a chunk more on one of them.

    >>> alike("a.pdf | 46  | live", "a.pdf | 45 | live"), alike("a.pdf | 46 | live", "a.pdf | 41 | live")
    (True, False)
    """
    words, others = _RULE.sub("-", recorded).split(), _RULE.sub("-", found).split()
    return len(words) == len(others) and all(
        word == other or (word.isdecimal() and other.isdecimal() and _near(int(word), int(other)))
        for word, other in zip(words, others, strict=True)
    )


def _near(number: int, other: int) -> bool:
    # larger ones are years and sizes
    return number < 1000 and abs(number - other) <= max(2, number / 20)


def test_fifteen_questions_and_more_have_a_statement_each() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert len(TITLE.findall(page)) == len(BLOCK.findall(page)) >= 15
    assert all(title.endswith("?") for title in TITLE.findall(page))


def test_the_page_names_every_view(reader: Engine) -> None:
    with reader.connect() as conn:
        views = conn.execute(
            text("SELECT relname FROM pg_class WHERE relkind = 'v' AND relnamespace = to_regnamespace('public')")
        ).scalars()
        assert [view for view in views if f"`{view}`" not in PAGE.read_text(encoding="utf-8")] == []
