"""What commands print as people and grep read it: whole lines, one thing in the singular."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

import orchestration.status
from orchestration.cli import app

FAILED = {
    "doc": "a.pdf",
    "collection": "c",
    "stage": "documents",
    "error": "a.pdf: damaged or truncated PDF; open and save it again, or ask who sent it for another copy of it",
    "attempts": 1,
    "answers_with_old_version": False,
    "tried_again": False,
}


def found(number: int) -> dict[str, Any]:
    """What status reads, with so many of everything."""
    return {
        "database": {"running": True, "url": "postgresql://here/bizrag"},
        "documents": number,
        "states": {"failed": number},
        "stale": [{"documents": number, "reason": "pages: not made yet"}],
        "forgotten_documents": number,
        "left_indexes": [],
        "indexes": [],
        "failed": [FAILED],
    }


@pytest.mark.parametrize(
    ("number", "stale", "forgotten"),
    [(1, "1 has work to do", "1 forgotten place is passed"), (2, "2 have work to do", "2 forgotten places are passed")],
)
def test_status_counts_as_people_do(monkeypatch: pytest.MonkeyPatch, number: int, stale: str, forgotten: str) -> None:
    monkeypatch.setattr(orchestration.status, "read_status", lambda *_args, **_options: found(number))
    output = CliRunner(env={"COLUMNS": "40"}).invoke(app, ["status"]).output
    assert stale in output
    assert forgotten in output
    # a pipe is not as narrow as a terminal
    assert "    damaged or truncated PDF; open and save it again, or ask who sent it for another copy of it\n" in output


def test_an_estimate_of_nothing_to_do_has_no_empty_table(capsys: pytest.CaptureFixture[str]) -> None:
    from orchestration.cli.output import print_estimate

    none = {"low": 0, "likely": 0, "high": 0}
    documents = {"to_do": 0, "added": 0, "changed": 0, "unchanged": 16, "deleted": 0}
    sizes = dict.fromkeys(("pages", "tables", "pictures", "slides"), none)
    lists: dict[str, Any] = {"stages": [], "ranges_from": {}, "skipped": [], "left_out": [], "unreadable": []}
    print_estimate({"documents": documents, "parses": 0, **sizes, "cost_usd": none, "missing": [], **lists})
    said = capsys.readouterr().out
    assert "0 documents to work on" in said
    assert "stage" not in said


@pytest.mark.slow
def test_settings_can_be_looked_up_by_grep() -> None:
    lines = CliRunner(env={"COLUMNS": "60"}).invoke(app, ["settings"]).output.splitlines()
    (workers,) = (line for line in lines if "BIZRAG_PARSING__WORKERS" in line)
    assert "parser processes; each holds its own models" in workers
