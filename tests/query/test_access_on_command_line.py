"""Every command that reads the index, with a key of one collection: what others hold is not there."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from sqlalchemy import text
from typer.testing import CliRunner, Result

from bizrag.errors import AccessDeniedError, BizragError, ConfigurationError, NotFoundError
from bizrag.model.access import Principal, Role
from bizrag.providers.local_embedding import LocalEmbedder
from bizrag.settings import Settings
from bizrag.store.keys import add_key, list_keys
from orchestration.cli import app
from query import QueryService

#: asks for what only the report of the collection finance says
DIVIDEND = "What dividend does the board propose per share?"
#: stands in that report, in its name, its texts or its collection
HIDDEN = ("2025/annual", "proposes a dividend", "finance", "Port Ellery", "412,613")
QUESTIONS = [
    {"id": str(number), "question": f"{number}: {DIVIDEND}", "docs": ["annual report.pdf"], "pages": [2]}
    for number in range(40)
]

Run = Callable[..., Result]


@pytest.fixture
def run(
    service: QueryService, settings: Settings, minilm: LocalEmbedder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """A command on the corpus, in an empty folder; with ``key``, as its holder."""
    # the weights are loaded once for all commands
    monkeypatch.setattr("bizrag.providers.embedders.local_embedder", lambda _: minilm)
    environment = {
        "BIZRAG_DATABASE_URL": service.engine.url.render_as_string(hide_password=False),
        "BIZRAG_HOME": str(settings.home),
        "BIZRAG_WEIGHTS_PATH": str(settings.weights),
    }
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.jsonl").write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS))

    def run(command: str, *, key: str | None = None) -> Result:
        given = {**environment, **({"BIZRAG_ACCESS__KEY": key} if key else {})}
        arguments = [DIVIDEND if word == "QUESTION" else word for word in command.split()]
        return CliRunner().invoke(app, arguments, env=given)

    return run


@pytest.fixture
def hr(service: QueryService) -> str:
    return add_key(service.engine, "hr", collections=["hr"])


def shown(result: Result, folder: Path) -> str:
    """All that a command said or wrote, without the question itself."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "q.jsonl"]
    written = [path.read_text(errors="replace") for path in files]
    return "\n".join([result.output, str(result.exception or ""), *written]).replace(DIVIDEND, "")


# command, and what its owner's run says that a holder's must not
READS = [
    ("search QUESTION -k 50 --json", "proposes a dividend"),
    ("search QUESTION --retriever dense -k 50", "2025/annual"),
    ("search QUESTION --retriever bm25 -k 50", "2025/annual"),
    ("ask QUESTION", "2025/annual"),
    ("ask QUESTION --json", "proposes a dividend"),
    ("status --documents --json", "2025/annual"),
    ("eval q.jsonl --report report", "2025/annual"),
    ("map --out map.html --json", ""),
    ("questions make --estimate", ""),
]


@pytest.mark.slow
def test_a_narrow_key_sees_its_collection_in_every_command(run: Run, hr: str, tmp_path: Path) -> None:
    for command, _ in READS:
        narrow = shown(run(command, key=hr), tmp_path)
        assert [word for word in HIDDEN if word in narrow] == [], command
    for command, owners in READS:
        if owners and not command.startswith("eval"):
            assert owners in shown(run(command), tmp_path), command


def test_counts_are_those_of_the_collection(run: Run, hr: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status = json.loads(run("status --json", key=hr).output)
    assert (status["documents"], status["indexes"][0]["documents"]) == (2, 2)
    assert json.loads(run("status --json").output)["documents"] == 3
    assert json.loads(run("map --json", key=hr).output)["maps"][0]["documents"] == 2
    pages = run("questions make --estimate", key=hr)
    assert isinstance(pages.exception, BizragError)
    assert "no page of" in str(pages.exception)
    # the settings as they are say it all
    for steps in ("STEPS", "WEIGHTED_STEPS"):
        monkeypatch.setattr(f"bizrag.evaluation.tuning.{steps}", ())
    tuned = json.loads(run("tune q.jsonl --metric doc_recall@5 --json", key=hr).output)
    assert (tuned["reported"]["before"], tuned["reported"]["after"]) == (0.0, 0.0)
    hidden = run("eval q.jsonl --collection finance --retrieval-only", key=hr)
    assert isinstance(hidden.exception, NotFoundError)


@pytest.mark.parametrize("command", ["keys add", "sql --new-password --reader"])
def test_a_collection_that_is_not_there_is_told_and_taken(run: Run, service: QueryService, command: str) -> None:
    """It may be made later; misspelt, a key would see nothing and nobody would know why."""
    done = run(f"{command} narrow --collection hr --collection hrr --json")
    assert done.exit_code == 0, done.output
    assert done.stderr.splitlines()[0] == ("warning: no document is in hrr yet; the collections there are: finance, hr")
    json.loads(done.stdout)
    assert "warning" not in run(f"{command} another --collection hr --json").stderr
    if "--reader" in command:
        # logins belong to the whole server
        with service.engine.begin() as conn:
            for role in ("bizrag_reader_narrow", "bizrag_reader_another"):
                conn.execute(text(f"DROP OWNED BY {role}; DROP ROLE {role}"))


REFUSED = [
    "sql SELECT/**/1",
    "sql --reader everybody --new-password",
    "keys list",
    "keys add mine --role owner",
    "keys revoke hr",
    "indexes list",
    "indexes alias answers default",
    "indexes unalias answers",
    "indexes drop default",
    "dev",
    "down",
    "ingest . --collection hr",
    "estimate . --collection hr",
    "retry --collection hr",
    "forget policy --yes --collection hr",
    "forget policy --undo",
]


def test_what_reads_or_writes_for_all_is_refused(run: Run, hr: str, service: QueryService) -> None:
    for command in REFUSED:
        refused = run(command, key=hr)
        assert isinstance(refused.exception, AccessDeniedError), (command, refused.output)
        assert "'hr'" in str(refused.exception)
    assert [(key.key_name, key.status) for key in list_keys(service.engine)] == [("hr", "valid")]


def test_a_key_of_ingestion_brings_documents_to_its_collections_only(
    run: Run, service: QueryService, tmp_path: Path
) -> None:
    feeder = add_key(service.engine, "feeder", role=Role.INGEST, collections=["hr"])
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "note.txt").write_text("Canteen\n\nLunch is served from noon.\n")
    for command in ("ingest in", "ingest in --collection finance", "retry", "forget annual --yes", "keys list"):
        refused = run(command, key=feeder)
        assert isinstance(refused.exception, AccessDeniedError), command
    assert "2025/annual" not in run("search QUESTION -k 50", key=feeder).output
    with service.engine.begin() as conn:
        assert conn.scalar(text("SELECT count(*) FROM document")) == 3
    counted = json.loads(run("estimate in --collection hr --json", key=feeder).output)
    assert counted["documents"]
    hidden = run("forget annual --yes --collection hr", key=feeder)
    assert isinstance(hidden.exception, NotFoundError)


def test_a_key_that_does_not_count_opens_nothing(run: Run, hr: str) -> None:
    run("keys revoke hr")
    for command in ("search QUESTION", "status", "eval q.jsonl", "sql SELECT/**/1", "mcp", "ingest ."):
        refused = run(command, key=hr)
        assert isinstance(refused.exception, AccessDeniedError), command
        assert str(refused.exception).startswith("BIZRAG_ACCESS__KEY: this key does not count")


def test_keys_are_made_listed_and_taken_back(run: Run, service: QueryService) -> None:
    made = run("keys add chat --collection hr --collection docs --expires 2d --per-minute 7 --json")
    secret = json.loads(made.stdout)["key"]
    assert "travel policy" in run("search hotels", key=secret).output
    (listed,) = json.loads(run("keys list --json").output)
    assert (listed["name"], listed["collections"], listed["status"]) == ("chat", ["docs", "hr"], "valid")
    assert secret not in run("keys list").output
    for wrong in ("keys add chat", "keys add all --role owner --collection hr", "keys add late --expires 2001-01-01"):
        assert isinstance(run(wrong).exception, BizragError), wrong
    assert run("keys revoke chat --json").exit_code == 0
    assert isinstance(run("search hotels", key=secret).exception, AccessDeniedError)
    assert isinstance(run("keys revoke chat").exception, NotFoundError)


def test_the_service_does_not_listen_to_others_without_a_key(run: Run) -> None:
    refused = run("serve --host 0.0.0.0 --port 0")
    assert isinstance(refused.exception, ConfigurationError)
    assert "make one with 'bizrag keys add NAME'" in str(refused.exception)


def test_keys_add_no_connections(service: QueryService, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many collections keys have: one pool, and a bounded number of engines on it."""
    monkeypatch.setattr("query.opened._MAX_KEPT", 4)
    engines = [service.engine_of(Principal("k", Role.READER, (str(n),))) for n in range(9)]
    assert {id(engine.pool) for engine in engines} == {id(service.engine.pool)}
    assert len(service._engines) <= 4
    with service.reading(Principal("k", Role.READER, ("0",))) as conn:
        assert conn.scalar(text("SELECT count(*) FROM document")) == 0


@pytest.mark.slow
def test_tools_over_a_pipe_act_with_a_key(service: QueryService, settings: Settings, hr: str) -> None:
    environment = {
        "BIZRAG_DATABASE_URL": service.engine.url.render_as_string(hide_password=False),
        "BIZRAG_HOME": str(settings.home),
        "BIZRAG_WEIGHTS_PATH": str(settings.weights),
        "BIZRAG_ACCESS__KEY": hr,
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
    }
    report = next(doc for doc in service.documents() if doc.source_uri.endswith("report.pdf"))
    command = StdioServerParameters(
        command=sys.executable, args=["-c", "from orchestration.cli import main; main()", "mcp"], env=environment
    )

    async def use() -> list[str]:
        async with Client(command) as client:
            return [
                str(await client.call_tool("search", {"query": DIVIDEND, "k": 50})),
                str(await client.call_tool("ask", {"question": DIVIDEND})),
                str(await client.call_tool("get_page", {"document_id": report.document_id, "page": 1})),
                str(await client.call_tool("search", {"query": "dividend", "collection": "finance"})),
            ]

    found, answered, page, narrowed = asyncio.run(use())
    assert "travel policy" in found
    for said in (found, answered, page, narrowed.replace("'finance'", "")):
        assert [word for word in HIDDEN if word in said] == []
