"""The manual is complete: settings, commands and paths that it names exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from bizrag.configuration.embedding import LateInteractionModel, TextEndpoint
from bizrag.pipeline.stages import StageName
from bizrag.settings import IndexSettings, Settings
from orchestration.cli import app
from orchestration.cli.commands_page import commands, commands_page, parameters
from orchestration.cli.settings import settings_page, walk
from orchestration.definitions import build_definitions

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# at the beginning of a line of code, in backquotes or in $(...)
_COMMAND = re.compile(r"(?:^ {4}|^|[`(])(?:\.venv/bin/)?bizrag ([a-z][^`|\n]*)", re.MULTILINE)
_ENTRY = re.compile(r"BIZRAG_(?:INDEXES|PROVIDERS__EMBEDDINGS|PROVIDERS__JOBS)__[A-Z]+__")


def test_the_settings_page_is_what_the_command_writes() -> None:
    assert (ROOT / "docs/settings.md").read_text(encoding="utf-8") == settings_page() + "\n"


def test_every_setting_says_what_it_does() -> None:
    without = [name for name, field, _ in walk(Settings.model_construct()) if not field.description]
    assert without == []


def test_the_page_of_commands_is_what_they_say_of_themselves() -> None:
    assert (ROOT / "docs/commands.md").read_text(encoding="utf-8") == commands_page() + "\n"
    without = [
        (name, parameter.name)
        for name, command in commands()
        for parameter in parameters(command)
        if not parameter.help
    ]
    assert without == []
    assert all(command.help for _, command in commands())


def test_what_a_command_says_is_broken_by_the_terminal_alone() -> None:
    broken = [name for name, command in commands() if re.search(r"[^\n]\n[^\n]", command.help or "")]
    assert broken == []


def _problem(words: list[str]) -> str | None:
    """What is wrong with a command line, by the names alone."""
    command: Any = get_command(app)
    rest = list(words)
    while rest and hasattr(command, "commands"):
        if rest[0] not in command.commands:
            return f"no command {rest[0]}"
        command = command.commands[rest.pop(0)]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    unknown = {word.partition("=")[0] for word in rest if word.startswith("-")} - known - {"--help", "-h"}
    return f"no option {', '.join(sorted(unknown))}" if unknown else None


@pytest.mark.slow
def test_every_command_of_the_manual_exists_with_its_options() -> None:
    wrong: list[str] = []
    num_checked = 0
    for page in PAGES:
        for found in _COMMAND.findall(page.read_text(encoding="utf-8")):
            line = re.split(r"\s#\s|<|\)", found)[0]
            words = [word.strip("[].,;:'\"") for word in line.split()]
            problem = _problem([word for word in words if word])
            num_checked += 1
            if problem:
                wrong.append(f"{page.name}: bizrag {line}: {problem}")
    assert wrong == []
    assert num_checked > 60


def test_every_variable_of_the_manual_is_a_setting() -> None:
    known = {name for name, _, _ in walk(Settings.model_construct())}
    # entries have names of their own: what stands behind them are fields of their settings
    fields = {name.rpartition("__")[2] for name in known}
    fields |= {
        name.upper() for kind in (IndexSettings, TextEndpoint, LateInteractionModel) for name in kind.model_fields
    }
    wrong = [
        f"{page.name}: {name}"
        for page in PAGES
        for name in sorted(set(re.findall(r"\bBIZRAG_[A-Z0-9_]+", page.read_text(encoding="utf-8"))))
        if not (
            any(setting.startswith(name) for setting in known)
            or (_ENTRY.match(name) and name.rpartition("__")[2] in fields)
            or name.startswith("BIZRAG_TEST_")
            # of deploy/compose.yaml
            or name == "BIZRAG_TARGET"
        )
    ]
    assert wrong == []


def test_the_manual_names_what_stands_in_the_ui_of_dagster() -> None:
    questions = {"questions": {"set": "questions.jsonl"}, "cron": "0 6 * * *"}
    repository = build_definitions(Settings.model_validate({"evaluation": questions})).get_repository_def()
    jobs = {job.name for job in repository.get_all_jobs() if not job.name.startswith("__")}
    stages = {f"only_{stage.value}" for stage in StageName}
    ticking = {item.name for item in (*repository.sensor_defs, *repository.schedule_defs)}
    page = (ROOT / "docs/operate.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `(\w+)`", page.partition("## In Dagster")[2].partition("\n## ")[0], re.MULTILINE))
    assert named - stages == (jobs - stages) | ticking
    assert named & stages


@pytest.mark.parametrize("target", ["demo", "test", "check", "setup", "dev"])
def test_the_makefile_has_the_target(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:.*##", makefile, re.MULTILINE)


def test_every_local_link_of_the_manual_leads_somewhere() -> None:
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), f"{page.name}: {link}"
