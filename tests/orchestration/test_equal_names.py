"""Two collections that hold a document of one name: results say which of the two is meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bizrag.errors import NotFoundError
from bizrag.pipeline.services import Services
from bizrag.store.catalog import find_by_name
from orchestration.cli import app
from orchestration.ingest import ingest

pytestmark = pytest.mark.slow


@pytest.fixture
def run(services: Services, tmp_path: Path) -> CliRunner:
    for collection, amount in (("north", 40), ("south", 60)):
        folder = tmp_path / collection
        folder.mkdir()
        (folder / "policy.txt").write_text(
            f"Travel policy\n\nThe daily allowance in the {collection} is {amount} euros.\n"
        )
        ingest(services, [str(folder)], collection=collection)
    (tmp_path / "south" / "notes.txt").write_text("Notes\n\nThe daily allowance is paid in May.\n")
    ingest(services, [str(tmp_path / "south")], collection="south")
    settings = services.settings
    return CliRunner(
        env={
            "BIZRAG_DATABASE_URL": settings.database_url,
            "BIZRAG_HOME": str(settings.home),
            "BIZRAG_WEIGHTS_PATH": str(settings.weights),
            "COLUMNS": "120",
        }
    )


def test_results_say_which_of_two_documents_of_one_name_is_meant(run: CliRunner, services: Services) -> None:
    hits = json.loads(run.invoke(app, ["search", "daily allowance", "--json"]).stdout)
    found = {(hit["collection"], hit["doc"]): hit["document_id"] for hit in hits}
    assert found.keys() == {("north", "policy.txt"), ("south", "policy.txt"), ("south", "notes.txt")}
    question = "What is the daily allowance in the south?"
    answer = json.loads(run.invoke(app, ["ask", question, "--json"]).stdout)
    cited = answer["citations"][0]
    assert (cited["collection"], cited["document_id"]) == ("south", found["south", "policy.txt"])
    assert {(one["collection"], one["document_id"]) for one in answer["passages"]} <= {
        (collection, document_id) for (collection, _), document_id in found.items()
    }

    shown = run.invoke(app, ["search", "daily allowance"]).stdout
    assert ("policy.txt (north)" in shown, "policy.txt (south)" in shown) == (True, True)
    # what is clear needs no more words
    assert "notes.txt (south)" not in shown
    assert "[1] policy.txt (south)" in run.invoke(app, ["ask", question]).stdout

    with services.engine.connect() as conn, pytest.raises(NotFoundError, match=r"; give --collection$"):
        find_by_name(conn, "policy.txt")


def test_a_name_that_two_documents_have_is_offered_once(run: CliRunner) -> None:
    refused = run.invoke(app, ["search", "allowance", "--doc", "budget"])
    assert str(refused.exception) == "no document 'budget' in index 'default'; it holds policy.txt, notes.txt"
