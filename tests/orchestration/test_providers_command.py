"""The commands that show providers, and the page of the manual about them."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from typer.testing import CliRunner

from bizrag.configuration.embedding import TextEndpoint
from bizrag.configuration.provider import BINARY_JUDGE_MODEL, ChatJobs
from bizrag.providers.prices import price_of
from bizrag.settings import IndexSettings, Settings
from orchestration.cli import app
from orchestration.cli.settings import walk
from tests.scripted_server import KEY, ScriptedServer, fail, say

PAGE = (Path(__file__).parents[2] / "docs/providers.md").read_text(encoding="utf-8")
SMALL, LARGE = "gpt-4.1-mini-2025-04-14", "gpt-4.1-2025-04-14"


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == status, result.output
    return result.output


def rows(*arguments: str, status: int = 0) -> dict[str, dict[str, Any]]:
    return {row["job"]: row for row in json.loads(run("providers", "--json", *arguments, status=status))}


@pytest.fixture
def provider(scripted: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> ScriptedServer:
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__BASE_URL", scripted.url)
    monkeypatch.setenv("BIZRAG_PROVIDERS__OPENAI__API_KEY", KEY)
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__TABLE__PROVIDER", "local")
    return scripted


def test_without_a_provider_every_job_is_local() -> None:
    found = rows()
    assert set(found) == set(ChatJobs.model_fields)
    assert {(row["provider"], row["server"], row["works"]) for row in found.values()} == {("local", None, None)}
    said = run("providers", "--check")
    assert "this machine" in said
    # twelve rows that say "local" do not tell a newcomer that this is all right, or what to do about it
    assert "no language model is set up" in said
    assert "docs/providers.md" in said


def test_jobs_are_listed_with_model_server_and_price(provider: ScriptedServer) -> None:
    found = rows()
    assert (found["table"]["provider"], found["answer"]["provider"]) == ("local", "openai")
    assert "no language model" not in run("providers")
    assert (found["answer"]["model"], found["answer"]["server"]) == (LARGE, provider.url)
    assert found["answer"]["usd_per_million"] == {"input": 2.0, "cached_input": 0.5, "output": 8.0}
    assert provider.chats == []


def test_every_model_is_asked_once(provider: ScriptedServer) -> None:
    for model in (SMALL, LARGE, BINARY_JUDGE_MODEL):
        provider.reply(say("yes"), model=model)
    found = rows("--check")
    assert {row["works"] for row in found.values()} == {True, None}
    assert len(provider.chats) == 3


def test_a_model_that_does_not_answer_is_an_error(provider: ScriptedServer) -> None:
    provider.reply(fail(401, f"wrong key {KEY}"), model=LARGE, stays=True)
    provider.reply(say("yes"), stays=True)
    found = rows("--check", status=1)
    assert (found["classify"]["works"], found["answer"]["works"]) == (True, False)
    assert "(401): wrong key [key]" in found["answer"]["error"]
    # one line for the model, whatever number of jobs it does
    shown = " ".join(run("providers", "--check", status=1).split())
    assert shown.count(f"{LARGE} at {provider.url} does not take the call (401): wrong key [key]") == 1


@pytest.mark.slow
def test_settings_show_providers_without_their_keys(provider: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BIZRAG_PROVIDERS__JOBS__SLIDE__ENDPOINT__API_KEY", KEY)
    monkeypatch.setenv("BIZRAG_DATABASE_URL", "postgresql://reader:secret@db.example/corpus")
    for output in (run("settings"), run("settings", "--json"), run("settings", "--markdown")):
        assert KEY not in output
        assert "secret@" not in output
    shown = {row["variable"]: row["value"] for row in json.loads(run("settings", "--json"))}
    assert shown["BIZRAG_PROVIDERS__OPENAI__BASE_URL"] == provider.url
    assert shown["BIZRAG_PROVIDERS__OPENAI__API_KEY"] == "**********"
    assert shown["BIZRAG_PROVIDERS__JOBS__SLIDE__ENDPOINT__API_KEY"] == "**********"
    assert shown["BIZRAG_DATABASE_URL"] == "postgresql://reader:****@db.example/corpus"


def test_every_variable_of_the_page_is_a_setting() -> None:
    known = {name for name, _, _ in walk(Settings.model_construct())}
    endpoint = {name.rpartition("__")[2] for name in known if name.startswith("BIZRAG_PROVIDERS__OPENAI__")}
    named = set(re.findall(r"BIZRAG_[A-Z_$a-z{}]+[A-Za-z}]", PAGE.replace("${job}", "ANSWER")))
    assert len(named) > 20
    unknown = {name for name in named if name not in known}
    unknown -= {name for name in unknown if "__ENDPOINT__" in name and name.rpartition("__")[2] in endpoint}
    # entries under names of the user's own
    for group, fields in (("EMBEDDINGS", TextEndpoint.model_fields), ("INDEXES", IndexSettings.model_fields)):
        unknown -= {name for name in unknown if f"{group}__" in name and name.rpartition("__")[2].lower() in fields}
    # groups: named to say where their settings are
    assert unknown <= {"BIZRAG_PROVIDERS__JOBS", "BIZRAG_PROVIDERS__OPENAI"}


def test_settings_of_the_page_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    exports = re.findall(r"^    export (BIZRAG_[A-Z_]+)='?(.*?)'?$", PAGE, re.MULTILINE)
    assert len(exports) > 20
    for name, value in exports:
        monkeypatch.setenv(name, value)
    providers = Settings().providers
    assert providers.jobs.answer.extra == {"reasoning_effort": "low"}
    assert providers.jobs.answer.temperature is None


def test_the_jobs_of_the_page_are_all_jobs() -> None:
    loop = re.search(r"for job in ([A-Z_ ]+); do", PAGE)
    assert loop is not None
    assert {name.lower() for name in loop[1].split()} == set(ChatJobs.model_fields)


def test_the_price_file_of_the_page_can_be_read(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    own = tmp_path / "prices.toml"
    own.write_text(block[1])
    for name in tomllib.loads(block[1])["models"]:
        assert price_of(name, own) is not None


def test_the_statement_of_the_page_runs(engine: Engine) -> None:
    block = re.search(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert block is not None
    with engine.connect() as conn:
        assert conn.execute(text(block[1])).all() == []
